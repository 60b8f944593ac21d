import { atom, useAtomValue } from 'jotai'
import type { ChoiceRow, ChoiceState } from '#command-kit/argument-source.ts'
import { invocationOf } from '#command-kit/declaration.ts'
import type { Language, LanguageState, Meaning } from '#command-kit/language.ts'
import { rulesPreview } from '#contract/rules.ts'
import { rulesSent } from '#contract/shapes/rules-of-definition.ts'
import { ALL_INDIVIDUALS } from '#domain/cohorts/cohorts.ts'
import { printInLine } from '#domain/expressions/print-expression.ts'
import type { ExpressionProblem } from '#domain/expressions/tokens.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'
import { hasNoIndividuals, liveTotal } from '#entities/cohorts/building/cohort-draft.ts'
import { LiveCounts, NotCounted } from '#entities/cohorts/counts/parent-split.tsx'
import { wholeOf } from '#entities/cohorts/counts/split.ts'
import { completionsOf, correctionsOf } from '#entities/expressions/expression-completions.ts'
import { isVariableAtom } from '#entities/expressions/expression-lookup.ts'
import { expressionAtomOf } from '#entities/expressions/expression-state.ts'
import { savedExpressionAtom } from '#entities/expressions/saved-expression.ts'
import type { RulesRequest } from '#entities/rules/saved-rules.ts'
import { callStateAtom } from '#entities/server-state/resource.ts'
import { hasDisclosureControlAtom } from '#entities/session/session.ts'
import { cohortRowsAtom, variableRowsAtom } from '#entities/sources/choice-rows.ts'
import { LIVE_MILLISECONDS } from '#ui/forms/use-debounced.ts'
import stack from '#ui/stack.module.css'

const typedAtom = atom('')
/** The text that is counted. */
const settledAtom = atom('')
let settling: ReturnType<typeof setTimeout> | undefined

/** With suppressed counts each count takes room in the account's ledger: only a text at which typing pauses is counted. */
const textAtom = atom(
  (get) => get(typedAtom),
  (get, set, text: string) => {
    clearTimeout(settling)
    set(typedAtom, text)
    if (get(hasDisclosureControlAtom)) settling = setTimeout(() => set(settledAtom, text), LIVE_MILLISECONDS)
    else set(settledAtom, text)
  },
)
const expressionAtom = expressionAtomOf(textAtom)

const requestAtom = atom((get): RulesRequest | null => {
  const { top, text } = get(expressionAtom)
  if (get(settledAtom) !== text) return null
  return top && { parentId: ROOT_COHORT_ID, rules: rulesSent(top) }
})
/** The same request as in the rules builder: one door for small counts. */
const previewAtom = callStateAtom({ endpoint: rulesPreview, key: 'rules-preview' }, requestAtom)

const stateAtom = atom((get): LanguageState => {
  const { text, top, problems, names } = get(expressionAtom)
  const completions = completionsOf(text, {
    variables: rowsOf(get(variableRowsAtom)),
    cohorts: rowsOf(get(cohortRowsAtom)),
    state: names,
  })
  const corrections = correctionsOf(text, problems).filter((one) =>
    completions.every((other) => other.text !== one.text),
  )
  const isMeant = top !== null || corrections.length > 0 || namesVariable(text, get(isVariableAtom))
  const [problem] = problems
  const meaning = top === null ? null : meaningOf(printInLine(top, names.lookup), get(countWordsAtom))
  return {
    text,
    isMeant,
    meaning,
    completions: [...corrections, ...completions],
    problem: problem ? problemWords(problem, text, completions.length > 0) : null,
  }
})

function rowsOf(state: ChoiceState): readonly ChoiceRow[] {
  return state.status === 'ready' ? state.rows : []
}

/** A name and a sign; words such as "in" are words of a question, too. */
const FIRST_CONDITION = /(?:^|[\s(])(?:"([^"]+)"|([\p{L}\p{N}_]+))\s*[=<>~≤≥≠!]/u

/** Whether the first condition is on a variable of the catalog. */
function namesVariable(text: string, isVariable: (name: string) => boolean): boolean {
  const [, quoted, word] = FIRST_CONDITION.exec(text) ?? []
  return isVariable(quoted ?? word ?? '')
}

/** "2,163 of 106,466"; null while it is counted. */
const countWordsAtom = atom((get) => {
  const { result, answered, request } = get(previewAtom)
  const { data, error, isPlaceholderData } = result
  if (error) return { title: 'Not counted', detail: error.message }
  if (data === undefined || isPlaceholderData || answered !== request) return { title: 'Count: …', detail: '' }
  const counts = { ...data, totals: null }
  const whole = data.split ? ` of ${formatCount(wholeOf(data.split))}` : ''
  const detail = hasNoIndividuals(data.data) ? 'No individual matches.' : ''
  return { title: `Count: ${formatCount(liveTotal(counts))}${whole} in ${ALL_INDIVIDUALS}`, detail }
})

function meaningOf(expression: string, count: { readonly title: string; readonly detail: string }): Meaning {
  // The parent that is counted, never the cohort of a pane.
  const open = invocationOf('cohort.build', { parentId: ROOT_COHORT_ID, expression })
  return {
    title: count.title,
    detail: count.detail || expression,
    run: { words: 'save as a cohort', run: (store) => store.set(savedExpressionAtom, expression) },
    beside: open,
    tab: { words: 'open in the rules builder', invocation: open },
  }
}

/** The error with its place; none while the end of the text can still be completed. */
function problemWords({ from, to, message }: ExpressionProblem, text: string, isCompleted: boolean): string | null {
  if (text.trim() === '' || (to >= text.length && isCompleted)) return null
  return from >= text.trimEnd().length ? message : `At character ${formatCount(from + 1)}: ${message}`
}

/** The outcomes of the counted expression. */
function Preview() {
  const { top, names } = useAtomValue(expressionAtom)
  const { data, isPlaceholderData, error } = useAtomValue(previewAtom).result
  if (top === null) return null
  return (
    <div className={stack['section']}>
      {error && <p>{error.message}</p>}
      {data && (
        <LiveCounts data={{ ...data, totals: null }} isOlder={isPlaceholderData} parentId={ROOT_COHORT_ID}>
          <NotCounted counts={data.split} />
        </LiveCounts>
      )}
      <p className={stack['muted']}>{printInLine(top, names.lookup)}</p>
    </div>
  )
}

export const expressionLanguage: Language = { text: textAtom, state: stateAtom, Preview }
