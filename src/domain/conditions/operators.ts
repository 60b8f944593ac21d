/** Constraint operators and their labels (spec section 5). */
export const OPERATORS = [
  'EQ',
  'NEQ',
  'GT',
  'LT',
  'GTE',
  'LTE',
  'BETWEEN',
  'ANYOF',
  'REGEX',
  'NREGEX',
  'STARTS',
  'ENDS',
  'VALID',
  'EXISTS',
] as const

export type Operator = (typeof OPERATORS)[number]

export const OPERATOR_LABELS: Record<Operator, string> = {
  EXISTS: 'exists (AVOID USING THIS)',
  VALID: 'has a valid answer',
  REGEX: 'contains',
  NREGEX: 'does not contain',
  STARTS: 'starts with',
  ENDS: 'ends with',
  EQ: 'is equal to',
  NEQ: 'is not equal to',
  GTE: 'is greater than or equal to',
  LTE: 'is less than or equal to',
  GT: 'is greater than',
  LT: 'is less than',
  BETWEEN: 'is between',
  ANYOF: 'is any of',
}

export type ValueCount = 'none' | 'one' | 'two' | 'any'

/** One of the constraint types of single conditions (spec section 4). */
export function isOperator(value: string): value is Operator {
  return Object.hasOwn(OPERATOR_LABELS, value)
}

/** How many constraint values an operator takes. */
export function valueCount(operator: Operator): ValueCount {
  if (operator === 'VALID' || operator === 'EXISTS') return 'none'
  if (operator === 'BETWEEN') return 'two'
  return operator === 'ANYOF' ? 'any' : 'one'
}
