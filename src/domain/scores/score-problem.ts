import { conditionProblem, type Condition } from '#domain/conditions/constraint.ts'
import type { DescribedVariable } from '#domain/conditions/criteria.ts'
import { isCategory, isDateType, isNumber } from '#domain/data-types.ts'
import { CUSTOM_SOURCES_MAX, FORMULA_COST_MAX, FORMULA_PRODUCTS_MAX } from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'
import { allParts, formulaVariables, partsOf, type Formula, type Least } from '#domain/scores/formula.ts'
import { FORMULA_TOO_LONG } from '#domain/scores/read-formula.ts'

/** The reason why a formula gives no score, or null. The variables carry their descriptions. */
export function scoreProblem(formula: Formula<DescribedVariable>): string | null {
  const parts = allParts(formula)
  const variables = formulaVariables(formula)
  if (variables.length === 0) return 'At least one variable is needed.'
  if (variables.length > CUSTOM_SOURCES_MAX) return `At most ${formatCount(CUSTOM_SOURCES_MAX)} variables can be used.`
  if (formulaCost(formula) > FORMULA_COST_MAX) return FORMULA_TOO_LONG
  const products = parts.filter((part) => part.kind === 'arithmetic' && (part.sign === '*' || part.sign === '/'))
  if (products.length > FORMULA_PRODUCTS_MAX) {
    return `A formula can have at most ${FORMULA_PRODUCTS_MAX} multiplications and divisions.`
  }
  return parts.map(partProblem).find((problem) => problem !== null) ?? null
}

function partProblem(part: Formula<DescribedVariable>): string | null {
  switch (part.kind) {
    case 'number':
      return part.value === 0 ||
        (Math.abs(part.value) <= SCORE_NUMBER_MAX && Math.abs(part.value) >= 1 / SCORE_NUMBER_MAX)
        ? null
        : `A number must be between ${1 / SCORE_NUMBER_MAX} and ${SCORE_NUMBER_MAX.toExponential()}, or 0.`
    case 'variable':
      return numberProblem(part.variable)
    case 'summary':
      return leastProblem(part.least, part.items.length)
    case 'count':
      return leastProblem(part.least, part.variables.length) ?? conditionsProblem(part.variables, part.condition)
    case 'elapsed':
      return [part.from, part.to].map(dateProblem).find((problem) => problem !== null) ?? null
    case 'choice':
      return part.test.kind === 'condition' ? conditionsProblem([part.test.variable], part.test.condition) : null
    default:
      return null
  }
}

/** The number of parts of the statement that a formula becomes: those that are tested for being known are repeated. */
export function formulaCost<Variable>(formula: Formula<Variable>): number {
  const costOf = (parts: readonly Formula<Variable>[]) => parts.reduce((sum, part) => sum + formulaCost(part), 0)
  switch (formula.kind) {
    case 'summary':
      return 1 + (formula.name === 'SUM' && formula.least !== null ? 3 : 2) * costOf(formula.items)
    case 'count':
      return 1 + 2 * formula.variables.length
    case 'elapsed':
      return 10
    case 'arithmetic':
      return 1 + formulaCost(formula.left) + (formula.sign === '/' ? 2 : 1) * formulaCost(formula.right)
    case 'choice': {
      const { test, whenTrue, whenFalse } = formula
      return 1 + 2 * (test.kind === 'numbers' ? costOf([test.left, test.right]) : 1) + costOf([whenTrue, whenFalse])
    }
    default:
      return 1 + costOf(partsOf(formula))
  }
}

/** A code as a number. Codes that are no numbers are unknown in a score. */
export const NUMERIC_CODE = '^-?[0-9]{1,15}([.][0-9]{1,15})?$'

/** Larger numbers, in a formula or as answers, are unknown in a score: products of them may overflow. */
export const SCORE_NUMBER_MAX = 1e15

function numberProblem({ name, dataType, possibleValues }: DescribedVariable): string | null {
  if (isNumber(dataType)) return null
  if (isDateType(dataType)) return `${name} is a date: use it in YEARS or DAYS.`
  if (!isCategory(dataType))
    return `${name} is ${dataType}: only numbers and single codes can be added up. COUNT takes every variable.`
  const hasNumbers = possibleValues.length === 0 || possibleValues.some((code) => new RegExp(NUMERIC_CODE).test(code))
  return hasNumbers ? null : `${name} has no codes that are numbers: use COUNT or IF.`
}

function dateProblem({ name, dataType }: DescribedVariable): string | null {
  return isDateType(dataType) ? null : `${name} is ${dataType}: YEARS and DAYS take dates.`
}

function conditionsProblem(variables: readonly DescribedVariable[], condition: Condition): string | null {
  for (const { name, dataType } of variables) {
    const problem = conditionProblem(dataType, condition)
    if (problem !== null) return `${name}: ${problem}`
  }
  return null
}

function leastProblem(least: Least, items: number): string | null {
  if (least === null) return null
  if ('percent' in least) {
    return least.percent > 0 && least.percent <= 100
      ? null
      : 'The percentage of known items must be above 0 and at most 100.'
  }
  return Number.isInteger(least.items) && least.items >= 1 && least.items <= items
    ? null
    : `The number of known items must be between 1 and ${formatCount(items)}.`
}
