import type { ChoiceRow } from '#command-kit/argument-source.ts'
import { rankRows } from '#command-kit/row-ranking.ts'
import { RELATIVE_WORDS } from '#domain/cohorts/rule-words.ts'
import { STRATUM_WORDS } from '#domain/cohorts/rules.ts'
import { moreOperators, offeredOperators } from '#domain/data-types.ts'
import { openEndOf, type OpenEnd } from '#domain/expressions/complete-expression.ts'
import { writtenValueOf, type Coded } from '#domain/expressions/lookup.ts'
import { OPERATOR_TEXTS } from '#domain/expressions/parse-condition.ts'
import { quoted, wordText, type Expected, type ExpressionProblem } from '#domain/expressions/tokens.ts'
import { formatCount } from '#domain/numbers.ts'
import { foldText } from '#domain/text/text.ts'
import type { LookupState } from '#entities/expressions/expression-lookup.ts'

/** A way to end a text. */
export interface ExpressionCompletion {
  readonly title: string
  readonly detail?: string | undefined
  readonly note?: string | undefined
  /** The whole completed text. */
  readonly text: string
}

export interface CompletionNames {
  readonly variables: readonly ChoiceRow[]
  readonly cohorts: readonly ChoiceRow[]
  readonly state: LookupState
}

type Offer = Omit<ExpressionCompletion, 'text'> & { readonly written?: string }

const MOST = 12

/** The completions of the word at the end of a text, best first. */
export function completionsOf(text: string, names: CompletionNames): readonly ExpressionCompletion[] {
  const end = openEndOf(text)
  if (end === null) return []
  const { before } = end
  const gap = before === '' || /[\s(]$/.test(before) ? '' : ' '
  return completionsAt(end, names).map(({ text: written, ...offer }) => ({
    ...offer,
    text: `${before}${gap}${written}`,
  }))
}

/** The text with the nearest name or value in place of one that is not known. */
export function correctionsOf(text: string, problems: readonly ExpressionProblem[]): readonly ExpressionCompletion[] {
  return problems.slice(0, 1).flatMap(({ from, to, near }) => {
    if (near === undefined) return []
    const end = to >= text.trimEnd().length ? ' ' : text.slice(to)
    return [{ title: near, detail: `instead of ${text.slice(from, to)}`, text: `${text.slice(0, from)}${near}${end}` }]
  })
}

/** The same where the text is that of the completion alone. */
export function completionsAt({ expected, typed }: OpenEnd, names: CompletionNames): readonly ExpressionCompletion[] {
  return offersOf(expected, typed, names)
    .slice(0, MOST)
    .map(({ written, ...offer }) => ({ ...offer, text: `${written ?? wordText(offer.title)} ` }))
}

/** Whether the typed word is a whole name or value, which longer ones may begin with. */
export function isWholeWord({ expected, typed }: OpenEnd, names: CompletionNames): boolean {
  const isTyped = (word: string) => foldText(word) === foldText(typed)
  switch (expected.kind) {
    case 'rule':
      return names.variables.some(({ title }) => isTyped(title))
    case 'cohort':
      return names.cohorts.some(({ title }) => isTyped(title))
    case 'value':
    case 'stratum': {
      const coded = codedOf(expected, names)
      return coded !== null && coded.codes.some((code) => isTyped(code) || isTyped(writtenValueOf(coded, code) ?? code))
    }
    default:
      return false
  }
}

function codedOf(expected: Extract<Expected, { kind: 'value' | 'stratum' }>, { state }: CompletionNames): Coded | null {
  if (expected.kind === 'stratum') return state.lookup.stratum(expected.field)
  const variable = state.variables.get(expected.variable.toUpperCase())
  return variable ? { codes: variable.possibleValues, meanings: variable.valueMapping } : null
}

function offersOf(expected: Expected, typed: string, names: CompletionNames): readonly Offer[] {
  switch (expected.kind) {
    case 'rule':
      return [...rowOffers(names.variables, typed), ...wordOffers(RULE_WORDS, typed)]
    case 'cohort':
      return rowOffers(names.cohorts, typed).map((offer) => ({ ...offer, written: quoted(offer.title) }))
    case 'joint':
      return wordOffers(JOINT_WORDS, typed)
    case 'relatives': {
      const nouns = Object.values(RELATIVE_WORDS).map(([one, several]) => (expected.count === 1 ? one : several))
      return wordOffers(['of (', ...nouns.map((noun) => `${noun} where (`)], typed)
    }
    case 'operator': {
      const dataType = dataTypeOf(expected.variable, names)
      const operators = [...offeredOperators(dataType), ...moreOperators(dataType), 'VALID', 'missing'] as const
      return wordOffers([...new Set(operators.map((operator) => OPERATOR_TEXTS[operator]))], typed)
    }
    case 'value': {
      const variable = names.state.variables.get(expected.variable.toUpperCase())
      if (variable === undefined) return []
      const { possibleValues: codes, valueMapping: meanings, topAnswers } = variable
      const counts = new Map(topAnswers.map(([value, count]) => [value, count]))
      return valueOffers({ codes, meanings }, typed, (code) => counts.get(code) ?? null)
    }
    case 'stratum': {
      const coded = names.state.lookup.stratum(expected.field)
      return coded === null ? [] : valueOffers(coded, typed, () => null)
    }
    case 'other':
      return []
  }
}

const RULE_WORDS = [
  'not',
  'in',
  'at least',
  'any version of',
  'mother where (',
  'father where (',
  'family size >=',
  ...Object.values(STRATUM_WORDS).map((word) => `${word.toLowerCase()} =`),
]

const JOINT_WORDS = ['and', 'or', 'unknown counts as no', 'unknown counts as yes', 'off', 'note']

function wordOffers(words: readonly string[], typed: string): readonly Offer[] {
  const start = typed.toLowerCase()
  return words
    .filter((word) => word.startsWith(start) && word !== start)
    .map((word) => ({ title: word, written: word }))
}

function rowOffers(rows: readonly ChoiceRow[], typed: string): readonly Offer[] {
  return rankRows(rows, typed, MOST).map(({ title, detail, note }) => ({ title, detail, note }))
}

/** The data type as far as it is known: of variables in the text, the lookup; else any operator. */
function dataTypeOf(name: string, { state, variables }: CompletionNames): string {
  const known = state.variables.get(name.toUpperCase())?.dataType
  return known ?? variables.find(({ title }) => title.toUpperCase() === name.toUpperCase())?.facts?.dataType ?? ''
}

function valueOffers(coded: Coded, typed: string, countOf: (code: string) => number | null): readonly Offer[] {
  const start = foldText(typed)
  return coded.codes.flatMap((code) => {
    const written = writtenValueOf(coded, code) ?? code
    const isMeant = foldText(written).startsWith(start) || foldText(code).startsWith(start)
    const count = countOf(code)
    return isMeant && written !== typed && code !== typed
      ? [
          {
            title: written,
            detail: written === code ? undefined : code,
            note: count === null ? undefined : formatCount(count),
          },
        ]
      : []
  })
}
