import { atom, useAtom, useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import type { RuleGroup } from '#domain/cohorts/rules.ts'
import { printExpression } from '#domain/expressions/print-expression.ts'
import type { NamesNeeded } from '#domain/expressions/resolve-expression.ts'
import type { ExpressionProblem } from '#domain/expressions/tokens.ts'
import { lookupAtomOf } from '#entities/expressions/expression-lookup.ts'
import { expressionAtomOf, type ExpressionState } from '#entities/expressions/expression-state.ts'
import {
  draftRules,
  emptyRulesDraft,
  isBlank,
  variableNamesOf,
  type DraftGroup,
  type DraftRule,
} from '#entities/rules/rule-draft.ts'
import { completedRules, draftOfGroup } from '#entities/rules/rules-of-draft.ts'
import type { RulesBuilder } from '#features/rules/use-rules-builder.ts'
import { Button } from '#ui/button.tsx'
import { Field, messageId } from '#ui/forms/field.tsx'
import styles from '#features/rules/rules.module.css'
import fieldStyles from '#ui/forms/field.module.css'

/** The rules as an expression, in both directions: each change of one changes the other. */
export default function RulesText({ builder }: { builder: RulesBuilder }) {
  const { draft, change } = builder
  const rules = useMemo(() => completedRules(draft.top, isWritten).top, [draft.top])
  const printed = usePrinted(draft.top, rules)
  const [textAtom] = useState(() => atom(draft.text ?? ''))
  const [typed, setTyped] = useAtom(textAtom)
  const expressionAtom = useMemo(() => expressionAtomOf(textAtom), [textAtom])
  const state = useAtomValue(expressionAtom)
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()

  // A text is in the draft until the rules are its own: with an error, or while its names are looked up.
  const apply = useEffectEvent((read: ExpressionState, open: string | undefined) => {
    if (open !== undefined && open !== typed) setTyped(open)
    if (open !== read.text || read.isLoading) return
    const isEmpty = read.text.trim() === ''
    if (isEmpty) change({ text: undefined, top: emptyRulesDraft(draft.parentId, {}).top }, 'text')
    else if (read.top !== null) change({ text: undefined, top: withOpenRules(read.top, draft.top) }, 'text')
  })
  useEffect(() => {
    apply(state, draft.text)
  }, [state, draft.text])
  useEffect(() => field.current?.focus(), [])

  const text = draft.text ?? (state.top !== null && isSame(state.top, rules) ? typed : printed)
  const problems = draft.text !== undefined && draft.text === state.text ? state.problems : []
  const [problem] = problems
  return (
    <div className={styles['text']}>
      <Field
        controlId={id}
        label="Rules as text"
        problem={problem && placedMessage(problem, state.text)}
        hint='Names, signs and values: VARIABLE = value and (NUMBER > 25 or in "Cohort").'
      >
        <textarea
          ref={field}
          id={id}
          className={fieldStyles['control']}
          rows={Math.min(20, Math.max(3, text.split('\n').length + 1))}
          value={text}
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={messageId(id)}
          onChange={({ target }) => {
            setTyped(target.value)
            change({ text: target.value }, 'text')
          }}
        />
      </Field>
      {problem && (
        <div className={styles['textActs']}>
          <Button
            size="small"
            onClick={() => {
              field.current?.focus()
              field.current?.setSelectionRange(problem.from, problem.to)
            }}
          >
            Go to the error
          </Button>
          <Button size="small" variant="quiet" onClick={() => change({ text: undefined })}>
            Show the text of the rules below
          </Button>
        </div>
      )}
    </div>
  )
}

/** The canonical text of rules; empty while their names are looked up. */
function usePrinted(draft: DraftGroup, top: RuleGroup<string>): string {
  const needed = useMemo((): NamesNeeded => {
    const rules = draftRules(draft).map(({ rule }) => rule)
    const versions = rules.flatMap((rule) => (rule.kind === 'group' && rule.areVersions ? (rule.rules[0] ?? []) : []))
    return {
      variables: variableNamesOf(draft),
      versionsOf: versions.flatMap((rule) => (rule.kind === 'condition' ? (rule.variableName ?? []) : [])),
      hasStrata: rules.some(({ kind }) => kind === 'stratum'),
    }
  }, [draft])
  const [neededAtom] = useState(() => atom(needed))
  const [written, setNeeded] = useAtom(neededAtom)
  useEffect(() => setNeeded(needed), [needed, setNeeded])
  const lookupAtom = useMemo(() => lookupAtomOf(neededAtom), [neededAtom])
  const { lookup, isLoading } = useAtomValue(lookupAtom)
  return useMemo(() => {
    const isEmpty = top.rules.length === 0
    return isEmpty || isLoading || written !== needed ? '' : printExpression(top, lookup)
  }, [top, lookup, isLoading, written, needed])
}

/** Whether a text can say a rule: it has all its parts. */
function isWritten(rule: DraftRule): boolean {
  const isOpen = rule.kind === 'condition' && (rule.condition === null || rule.condition.values.includes(''))
  return !isBlank(rule) && !isOpen
}

/** New rules, and those of the draft that no text can say. */
function withOpenRules(top: RuleGroup<string>, before: DraftGroup): DraftGroup {
  const made = draftOfGroup(top, before)
  const open = before.rules.filter((rule) => !isBlank(rule) && !isWritten(rule))
  return open.length === 0 || made.match !== before.match ? made : { ...made, rules: [...made.rules, ...open] }
}

function isSame(one: RuleGroup<string>, other: RuleGroup<string>): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

/** With the fields of each object in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, part]) => [key, sorted(part)])
}

function placedMessage({ from, message }: ExpressionProblem, text: string): string {
  const lines = text.slice(0, from).split('\n')
  const place = `character ${(lines.at(-1)?.length ?? 0) + 1}`
  return `${text.includes('\n') ? `Line ${lines.length}, ${place}` : `At ${place}`}: ${message}`
}
