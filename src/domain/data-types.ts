import type { Operator } from '#domain/operators.ts'

/** Data types of a variable (spec sections 3 and 5). A back end may send others: they are shown as they are. */
export const DATA_TYPES = [
  'categorical',
  'dichotomous',
  'multicategory',
  'numberrange',
  'date',
  'fuzzydate',
  'identifier',
  'text',
  'null',
] as const

export type DataType = (typeof DATA_TYPES)[number]

const ORDERED = ['EQ', 'NEQ', 'GT', 'LT', 'GTE', 'LTE', 'BETWEEN'] as const
const TEXTUAL = ['EQ', 'REGEX', 'NREGEX', 'STARTS', 'ENDS'] as const

/** What a builder offers for each data type (spec section 5, "Allowed operators per type"). */
const OFFERED: Record<DataType, readonly Operator[]> = {
  categorical: ['EQ', 'NEQ'],
  dichotomous: ['VALID'],
  multicategory: ['EQ', 'NEQ'],
  numberrange: ORDERED,
  date: ORDERED,
  fuzzydate: ORDERED,
  identifier: TEXTUAL,
  text: TEXTUAL,
  null: TEXTUAL,
}

/** One of the data types of spec section 3; back ends may tell others. */
export function isDataType(value: string): value is DataType {
  return Object.hasOwn(OFFERED, value)
}

/** Operators a builder offers; empty for a data type that this product does not know. */
export function offeredOperators(dataType: string): readonly Operator[] {
  return isDataType(dataType) ? OFFERED[dataType] : []
}

/** Operators beyond the specification's list, which a builder shows on request. */
export function moreOperators(dataType: string): readonly Operator[] {
  return dataType === 'categorical' || dataType === 'multicategory' ? ['ANYOF'] : []
}

/** Operators a back end accepts: what is offered, and VALID, EXISTS and (for flags) EQ besides. */
export function acceptedOperators(dataType: string): readonly Operator[] {
  const offered = offeredOperators(dataType)
  if (offered.length === 0) return []
  const extra: Operator[] = dataType === 'dichotomous' ? ['EQ', 'EXISTS'] : ['VALID', 'EXISTS']
  return [...offered, ...moreOperators(dataType), ...extra]
}

/** Whether answers are days, exact or with digits that are not known (spec section 3). */
export function isDateType(dataType: string): boolean {
  return dataType === 'date' || dataType === 'fuzzydate'
}

/** Types whose answers are one or more codes out of a list of possible values. */
export function isCoded(dataType: string): boolean {
  return dataType === 'categorical' || dataType === 'dichotomous' || dataType === 'multicategory'
}

/** Whether the values are those of a checkbox, which records an answer only if it is ticked. */
export function isFlag(dataType: string): boolean {
  return dataType === 'dichotomous'
}

/** Types whose answers are texts that conditions match against; they can describe or identify one person. */
export function isTextual(dataType: string): boolean {
  return dataType === 'identifier' || dataType === 'text' || dataType === 'null'
}

/** Types whose single answers identify or describe one person, so they are named only to readers of the collection. */
export function isPersonal(dataType: string): boolean {
  return isTextual(dataType) || isDateType(dataType)
}

/** Separates the codes of a multicategory answer. */
export const CODES_SEPARATOR = ';'
