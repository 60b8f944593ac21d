import type { Condition } from '#domain/conditions/constraint.ts'
import { COMPARISONS, formulaText, type Comparison, type Formula, type Least } from '#domain/scores/formula.ts'
import { readFormula } from '#domain/scores/read-formula.ts'

/** The calculations that the form offers; any other formula is edited as text. */
export const CALCULATIONS = ['SUM', 'MEAN', 'MIN', 'MAX', 'COUNT', 'YEARS', 'DAYS', 'Z'] as const
export type Calculation = (typeof CALCULATIONS)[number]

export const CALCULATION_WORDS: Readonly<Record<Calculation, string>> = {
  SUM: 'Sum of variables',
  MEAN: 'Mean of variables',
  MIN: 'Smallest of variables',
  MAX: 'Largest of variables',
  COUNT: 'Number of variables with an answer',
  YEARS: 'Completed years between two dates',
  DAYS: 'Days between two dates',
  Z: 'z-score of a variable within a cohort',
}

/** A formula as fields. */
export interface ScoreForm {
  readonly calculation: Calculation
  readonly names: readonly string[]
  readonly comparison: Comparison
  readonly value: string
  readonly least: Least
  /** Mean and standard deviation of a z-score, as fixed numbers. */
  readonly moments: Moments | null
}

export interface Moments {
  readonly mean: number
  readonly sd: number
}

export const EMPTY_FORM: ScoreForm = {
  calculation: 'SUM',
  names: [],
  comparison: 'EQ',
  value: '1',
  least: null,
  moments: null,
}

/** The fields of a formula; null if it is more than one calculation of variables. An incomplete one is no formula. */
export function formOf(text: string): ScoreForm | null {
  if (text.trim() === '') return EMPTY_FORM
  const read = readFormula(text)
  return 'fault' in read ? null : fieldsOf(read.formula)
}

function fieldsOf(formula: Formula): ScoreForm | null {
  switch (formula.kind) {
    case 'summary': {
      const names = formula.items.flatMap((item) => (item.kind === 'variable' ? [item.variable] : []))
      if (names.length < formula.items.length) return null
      return { ...EMPTY_FORM, calculation: formula.name, names, least: formula.least }
    }
    case 'count': {
      const { operator, values } = formula.condition
      return {
        calculation: 'COUNT',
        names: formula.variables,
        comparison: comparisonOf(operator),
        value: values[0] ?? '',
        least: formula.least,
        moments: null,
      }
    }
    case 'arithmetic': {
      const { sign, left, right } = formula
      const isDeviation = left.kind === 'arithmetic' && left.sign === '-'
      if (sign !== '/' || !isDeviation || left.left.kind !== 'variable') return null
      if (left.right.kind !== 'number' || right.kind !== 'number') return null
      const moments = { mean: left.right.value, sd: right.value }
      return { ...EMPTY_FORM, calculation: 'Z', names: [left.left.variable], moments }
    }
    case 'elapsed':
      return { ...EMPTY_FORM, calculation: formula.unit, names: [formula.from, formula.to] }
    default:
      return null
  }
}

function comparisonOf(operator: Condition['operator']): Comparison {
  return COMPARISONS.find((one) => one === operator) ?? 'EQ'
}

/** The formula of the fields; empty without variables. */
export function textOfForm({ calculation, names, comparison, value, least, moments }: ScoreForm): string {
  const [from, to] = names
  if (from === undefined) return ''
  if (calculation === 'YEARS' || calculation === 'DAYS')
    return `${calculation}(${names.slice(0, 2).join(', ')}${to === undefined ? ', ' : ''})`
  if (calculation === 'Z') return moments === null ? `Z(${from})` : deviationText(from, moments)
  if (calculation === 'COUNT') {
    const condition = { operator: comparison, values: [value] }
    return formulaText({ kind: 'count', variables: names, condition, least })
  }
  const items = names.map((variable): Formula => ({ kind: 'variable', variable }))
  return formulaText({ kind: 'summary', name: calculation, items, least })
}

/** A negative mean is added. */
function deviationText(variable: string, { mean, sd }: Moments): string {
  const deviation = mean < 0 ? `${variable} + ${-mean}` : `${variable} - ${mean}`
  return `(${deviation}) / ${sd}`
}

/** A calculation whose variables are not chosen yet, which is no formula; null for any other text. */
export function unfinishedForm(text: string): ScoreForm | null {
  const [, name, first] = /^([A-Z]+)\((\w*)(?:, ?)?\)$/u.exec(text) ?? []
  const calculation = CALCULATIONS.find((one) => one === name)
  return calculation ? { ...EMPTY_FORM, calculation, names: first ? [first] : [] } : null
}

/** The text of a form with another calculation, which may have no variables yet. */
export function textOfCalculation(form: ScoreForm, calculation: Calculation): string {
  if (form.names.length > 0) return textOfForm({ ...form, calculation, moments: null })
  return calculation === 'YEARS' || calculation === 'DAYS' ? `${calculation}(, )` : `${calculation}()`
}

/** The word that ends at a position, to complete; empty within a quoted text. */
export function wordBefore(text: string, position: number): string {
  const before = text.slice(0, position)
  const isQuoted = (before.split("'").length - 1) % 2 === 1
  return isQuoted ? '' : (/[a-z_]\w*$/iu.exec(before)?.[0] ?? '')
}

/** The shares of known answers that can be needed, each with its number; of equal numbers the largest share alone. */
export function leastShares(variables: number): readonly { readonly percent: number; readonly items: number }[] {
  const shares = [90, 80, 75, 50].map((percent) => ({ percent, items: Math.ceil((variables * percent) / 100) }))
  return shares.filter(({ items }, place) => items < (shares[place - 1]?.items ?? variables))
}

/** "SUM_MOOD_HIGH_EVER_AND_2_MORE": the calculation and the first variable; of two dates the first alone. */
export function suggestedScoreName(formula: string, [first, ...others]: readonly string[]): string {
  if (first === undefined) return ''
  const calculation = formOf(formula)?.calculation ?? 'SCORE'
  const isElapsed = calculation === 'YEARS' || calculation === 'DAYS'
  const ending = others.length === 0 || isElapsed ? '' : `_AND_${others.length}_MORE`
  const name = `${calculation}_${first}`.replaceAll(/\W/gu, '_').slice(0, SUGGESTED_MAX - ending.length)
  return name.replace(/_+$/u, '') + ending
}

/** Leaves room for a number that makes the name unique. */
const SUGGESTED_MAX = 40
