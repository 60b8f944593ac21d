import type { Condition } from '#domain/conditions/constraint.ts'
import type { Operator } from '#domain/conditions/operators.ts'

/** The formula of a score, with names or other references as its variables. Each part is a number or unknown. */
export type Formula<Variable = string> =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'variable'; readonly variable: Variable }
  | { readonly kind: 'negative'; readonly operand: Formula<Variable> }
  | Arithmetic<Variable>
  | Summary<Variable>
  | Counting<Variable>
  | Elapsed<Variable>
  | Choice<Variable>

export type ArithmeticSign = '+' | '-' | '*' | '/'

export interface Arithmetic<Variable = string> {
  readonly kind: 'arithmetic'
  readonly sign: ArithmeticSign
  readonly left: Formula<Variable>
  readonly right: Formula<Variable>
}

export const SUMMARIES = ['SUM', 'MEAN', 'MIN', 'MAX'] as const
export type SummaryName = (typeof SUMMARIES)[number]

/** How many of the items must be known; null for all of them. A share is in percent. */
export type Least = { readonly items: number } | { readonly percent: number } | null

/** One number of several items. With fewer than all known, a sum is prorated: sum × items / known items. */
export interface Summary<Variable = string> {
  readonly kind: 'summary'
  readonly name: SummaryName
  readonly items: readonly Formula<Variable>[]
  readonly least: Least
}

/** The number of variables for which a condition holds. */
export interface Counting<Variable = string> {
  readonly kind: 'count'
  readonly variables: readonly Variable[]
  readonly condition: Condition
  readonly least: Least
}

export const ELAPSED_UNITS = ['YEARS', 'DAYS'] as const
export type ElapsedUnit = (typeof ELAPSED_UNITS)[number]

/** Completed years or days from one date to another; unknown where the possible days give different numbers. */
export interface Elapsed<Variable = string> {
  readonly kind: 'elapsed'
  readonly unit: ElapsedUnit
  readonly from: Variable
  readonly to: Variable
}

export const COMPARISONS = ['EQ', 'NEQ', 'LT', 'LTE', 'GT', 'GTE'] as const satisfies readonly Operator[]
export type Comparison = (typeof COMPARISONS)[number]

/** A comparison of numbers, or a condition on one variable. */
export type Test<Variable = string> =
  | {
      readonly kind: 'numbers'
      readonly comparison: Comparison
      readonly left: Formula<Variable>
      readonly right: Formula<Variable>
    }
  | { readonly kind: 'condition'; readonly variable: Variable; readonly condition: Condition }

export interface Choice<Variable = string> {
  readonly kind: 'choice'
  readonly test: Test<Variable>
  readonly whenTrue: Formula<Variable>
  readonly whenFalse: Formula<Variable>
}

export const COMPARISON_SIGNS: Readonly<Record<Comparison, string>> = {
  EQ: '=',
  NEQ: '<>',
  LT: '<',
  LTE: '<=',
  GT: '>',
  GTE: '>=',
}

/** The parts directly below a formula. */
export function partsOf<Variable>(formula: Formula<Variable>): readonly Formula<Variable>[] {
  switch (formula.kind) {
    case 'negative':
      return [formula.operand]
    case 'arithmetic':
      return [formula.left, formula.right]
    case 'summary':
      return formula.items
    case 'choice': {
      const { test, whenTrue, whenFalse } = formula
      return [...(test.kind === 'numbers' ? [test.left, test.right] : []), whenTrue, whenFalse]
    }
    default:
      return []
  }
}

/** A formula and all parts below it. */
export function allParts<Variable>(formula: Formula<Variable>): readonly Formula<Variable>[] {
  return [formula, ...partsOf(formula).flatMap(allParts)]
}

/** The variables of a formula, in the order of their first use, without duplicates. */
export function formulaVariables<Variable>(formula: Formula<Variable>): readonly Variable[] {
  const found = allParts(formula).flatMap((part): readonly Variable[] => {
    switch (part.kind) {
      case 'variable':
        return [part.variable]
      case 'count':
        return part.variables
      case 'elapsed':
        return [part.from, part.to]
      case 'choice':
        return part.test.kind === 'condition' ? [part.test.variable] : []
      default:
        return []
    }
  })
  return [...new Set(found)]
}

/** The same formula with other references to its variables. */
export function mapFormula<From, To>(formula: Formula<From>, to: (variable: From) => To): Formula<To> {
  const map = (part: Formula<From>) => mapFormula(part, to)
  switch (formula.kind) {
    case 'number':
      return formula
    case 'variable':
      return { kind: 'variable', variable: to(formula.variable) }
    case 'negative':
      return { kind: 'negative', operand: map(formula.operand) }
    case 'arithmetic':
      return { ...formula, left: map(formula.left), right: map(formula.right) }
    case 'summary':
      return { ...formula, items: formula.items.map(map) }
    case 'count':
      return { ...formula, variables: formula.variables.map(to) }
    case 'elapsed':
      return { ...formula, from: to(formula.from), to: to(formula.to) }
    case 'choice': {
      const { test } = formula
      return {
        kind: 'choice',
        test:
          test.kind === 'numbers'
            ? { ...test, left: map(test.left), right: map(test.right) }
            : { ...test, variable: to(test.variable) },
        whenTrue: map(formula.whenTrue),
        whenFalse: map(formula.whenFalse),
      }
    }
  }
}

/** A formula with the variables of its names; null if there is none of a name. */
export function resolvedFormula<Variable>(
  formula: Formula,
  find: (name: string) => Variable | undefined,
): Formula<Variable> | null {
  const found = new Map(
    formulaVariables(formula).flatMap((name) => {
      const variable = find(name)
      return variable === undefined ? [] : [[name, variable] as const]
    }),
  )
  const [first] = found.values()
  if (first === undefined || found.size < formulaVariables(formula).length) return null
  return mapFormula(formula, (name) => found.get(name) ?? first)
}

/** The number of known items that a summary or a count needs. */
export function leastItems(least: Least, items: number): number {
  if (least === null) return items
  return 'items' in least ? least.items : Math.max(1, Math.ceil((items * least.percent) / 100))
}

const STRENGTH: Readonly<Record<ArithmeticSign, number>> = { '+': 1, '-': 1, '*': 2, '/': 2 }

/** A formula as text in its usual form; reading it gives the same formula. */
export function formulaText(formula: Formula): string {
  switch (formula.kind) {
    case 'number':
      return String(formula.value)
    case 'variable':
      return formula.variable
    case 'negative':
      return `-${inner(formula.operand, 3)}`
    case 'arithmetic': {
      const strength = STRENGTH[formula.sign]
      return `${inner(formula.left, strength)} ${formula.sign} ${inner(formula.right, strength + 1)}`
    }
    case 'summary':
      return `${formula.name}(${formula.items.map(formulaText).join(', ')}${leastText(formula.least)})`
    case 'count':
      return `COUNT(${formula.variables.join(', ')} ${conditionText(formula.condition, countedValue)}${leastText(formula.least)})`
    case 'elapsed':
      return `${formula.unit}(${formula.from}, ${formula.to})`
    case 'choice':
      return `IF(${testText(formula.test)}, ${formulaText(formula.whenTrue)}, ${formulaText(formula.whenFalse)})`
  }
}

/** In brackets if it binds less tightly than its surroundings. */
function inner(formula: Formula, strength: number): string {
  const innerStrength = strengthOf(formula)
  return innerStrength < strength ? `(${formulaText(formula)})` : formulaText(formula)
}

function strengthOf(formula: Formula): number {
  if (formula.kind === 'arithmetic') return STRENGTH[formula.sign]
  const isNegative = formula.kind === 'negative' || (formula.kind === 'number' && formula.value < 0)
  return isNegative ? 2 : 4
}

function leastText(least: Least): string {
  if (least === null) return ''
  return 'items' in least ? `; at least ${least.items}` : `; at least ${least.percent}%`
}

function testText(test: Test): string {
  return test.kind === 'numbers'
    ? `${formulaText(test.left)} ${COMPARISON_SIGNS[test.comparison]} ${formulaText(test.right)}`
    : `${test.variable} ${conditionText(test.condition)}`
}

function conditionText({ operator, values: [value = ''] }: Condition, write = quoted): string {
  const comparison = COMPARISONS.find((one) => one === operator)
  return `${comparison ? COMPARISON_SIGNS[comparison] : operator} ${write(value)}`
}

/** A number needs no quotation marks in COUNT; in IF they distinguish a code from a number. */
function countedValue(value: string): string {
  return /^-?\d+(?:\.\d+)?$/u.test(value) ? value : quoted(value)
}

function quoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}
