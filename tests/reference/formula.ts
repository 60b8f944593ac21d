// Reference evaluator: the number of a score's formula ("Scores").
import type { Condition } from '#domain/conditions/constraint.ts'
import type { Ternary } from '#domain/conditions/criteria.ts'
import type { Comparison, Counting, Formula, Least, Summary, Test } from '#domain/scores/formula.ts'
import { elapsed } from '#tests/reference/calendar.ts'

/** The answers of one individual that a formula reads. */
interface FormulaAnswers {
  readonly answer: (name: string) => FormulaAnswer
  readonly outcome: (name: string, condition: Condition) => Ternary
}

interface FormulaAnswer {
  readonly dataType: string
  readonly value: string | null
  readonly isKnown: boolean
  readonly hasRecord: boolean
}

/** The number, null if unknown. */
export function formulaNumber(formula: Formula, answers: FormulaAnswers): number | null {
  const number = (part: Formula) => formulaNumber(part, answers)
  switch (formula.kind) {
    case 'number':
      return formula.value
    case 'variable':
      return numberOf(answers.answer(formula.variable))
    case 'negative':
      return withKnown([number(formula.operand)], ([operand = 0]) => -operand)
    case 'arithmetic':
      return withKnown([number(formula.left), number(formula.right)], ([left = 0, right = 0]) => {
        if (formula.sign === '/') return right === 0 ? null : left / right
        return { '+': left + right, '-': left - right, '*': left * right }[formula.sign]
      })
    case 'summary':
      return summary(formula, formula.items.map(number))
    case 'count':
      return count(formula, answers)
    case 'elapsed': {
      const [begin, end] = [formula.from, formula.to].map((name) => answers.answer(name).value)
      return begin == null || end == null ? null : elapsed(formula.unit, begin, end)
    }
    case 'choice': {
      const outcome = testOutcome(formula.test, answers)
      return outcome === null ? null : number(outcome ? formula.whenTrue : formula.whenFalse)
    }
  }
}

function summary({ name, least }: Summary, items: readonly (number | null)[]): number | null {
  const known = items.filter((item) => item !== null)
  if (known.length < neededOf(least, items.length)) return null
  const sum = known.reduce((total, item) => total + item, 0)
  switch (name) {
    case 'SUM':
      return (sum * items.length) / known.length
    case 'MEAN':
      return sum / known.length
    case 'MIN':
      return Math.min(...known)
    case 'MAX':
      return Math.max(...known)
  }
}

function count({ variables, condition, least }: Counting, answers: FormulaAnswers): number | null {
  const known = variables.map((name) => counted(name, condition, answers)).filter((outcome) => outcome !== null)
  if (known.length < neededOf(least, variables.length)) return null
  return known.filter(Boolean).length
}

/** A flag is answered only if it is ticked. */
function counted(name: string, condition: Condition, answers: FormulaAnswers): Ternary {
  const { dataType, hasRecord } = answers.answer(name)
  const outcome = answers.outcome(name, condition)
  if (dataType !== 'dichotomous') return outcome
  return hasRecord ? (outcome ?? false) : null
}

function testOutcome(test: Test, answers: FormulaAnswers): Ternary {
  if (test.kind === 'condition') return counted(test.variable, test.condition, answers)
  const [left, right] = [formulaNumber(test.left, answers), formulaNumber(test.right, answers)]
  return left === null || right === null ? null : COMPARE[test.comparison](left, right)
}

const COMPARE: Readonly<Record<Comparison, (left: number, right: number) => boolean>> = {
  EQ: (left, right) => left === right,
  NEQ: (left, right) => left !== right,
  LT: (left, right) => left < right,
  LTE: (left, right) => left <= right,
  GT: (left, right) => left > right,
  GTE: (left, right) => left >= right,
}

function withKnown(parts: readonly (number | null)[], work: (known: number[]) => number | null): number | null {
  const known = parts.filter((part) => part !== null)
  return known.length < parts.length ? null : work(known)
}

/** A code of digits is a number; numbers beyond 1e15 and below 1e-15 are unknown. */
function numberOf({ dataType, value, isKnown }: FormulaAnswer): number | null {
  if (value === null || !isKnown) return null
  if (dataType === 'categorical') return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value) ? Number(value) : null
  const size = Math.abs(Number(value))
  return size === 0 || (size >= 1e-15 && size <= 1e15) ? Number(value) : null
}

/** Counts up to the least number of items that is at least the share. */
function neededOf(least: Least, items: number): number {
  if (least === null) return items
  if ('items' in least) return least.items
  let needed = 0
  while (needed * 100 < items * least.percent) needed++
  return needed
}

/** The names of the variables anywhere in a formula, found in its fields. */
export function namesIn(formula: unknown): readonly string[] {
  if (Array.isArray(formula)) return formula.flatMap(namesIn)
  if (typeof formula !== 'object' || formula === null) return []
  return Object.entries(formula).flatMap(([field, value]: [string, unknown]) => {
    if (field === 'condition') return []
    const holdsNames = ['variable', 'variables', 'from', 'to'].includes(field)
    return holdsNames ? [value].flat().filter((name) => typeof name === 'string') : namesIn(value)
  })
}
