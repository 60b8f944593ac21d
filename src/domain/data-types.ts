import type { Operator } from '#domain/conditions/operators.ts'
import { categories, category, flag } from '#domain/data-types/category.ts'
import type { DataTypeDescriptor } from '#domain/data-types/data-type.ts'
import { date, partialDate } from '#domain/data-types/date.ts'
import { number } from '#domain/data-types/number.ts'
import { identifier, text, untyped } from '#domain/data-types/text.ts'

/** Data types of a variable by their names in the API (spec sections 3 and 5), in the order of lists and inference. */
const DESCRIPTORS = {
  categorical: category,
  dichotomous: flag,
  multicategory: categories,
  numberrange: number,
  date,
  fuzzydate: partialDate,
  identifier,
  text,
  null: untyped,
} as const satisfies Readonly<Record<string, DataTypeDescriptor>>

export type DataType = keyof typeof DESCRIPTORS

export const DATA_TYPES: readonly DataType[] = Object.keys(DESCRIPTORS).filter(isDataType)

/** Whether this product knows the data type; another back end may send others, which are shown as they are. */
export function isDataType(value: string): value is DataType {
  return Object.hasOwn(DESCRIPTORS, value)
}

/** The descriptor of a data type; null for an unknown one. */
export function descriptorOf(dataType: string): DataTypeDescriptor | null {
  return isDataType(dataType) ? DESCRIPTORS[dataType] : null
}

/** The name of a data type on screen; an unknown one keeps its own name. */
export function dataTypeWord(dataType: string): string {
  return descriptorOf(dataType)?.word ?? (dataType || untyped.word)
}

/** Operators a builder offers; empty for an unknown data type. */
export function offeredOperators(dataType: string): readonly Operator[] {
  return descriptorOf(dataType)?.operators ?? []
}

/** Operators beyond the specification, which a builder shows on request. */
export function moreOperators(dataType: string): readonly Operator[] {
  return descriptorOf(dataType)?.moreOperators ?? []
}

/** Operators that the API accepts: the offered ones, VALID, EXISTS and (for flags) EQ. */
export function acceptedOperators(dataType: string): readonly Operator[] {
  const offered = offeredOperators(dataType)
  if (offered.length === 0) return []
  const extra: Operator[] = isFlag(dataType) ? ['EQ', 'EXISTS'] : ['VALID', 'EXISTS']
  return [...offered, ...moreOperators(dataType), ...extra]
}

function hasKind(dataType: string, ...kinds: readonly DataTypeDescriptor['kind'][]): boolean {
  const descriptor = descriptorOf(dataType)
  return descriptor !== null && kinds.includes(descriptor.kind)
}

export function isNumber(dataType: string): boolean {
  return hasKind(dataType, 'number')
}

/** Whether answers are dates, exact or partial (spec section 3). */
export function isDateType(dataType: string): boolean {
  return hasKind(dataType, 'date')
}

/** Whether digits of a date may be unknown. */
export function isPartialDate(dataType: string): boolean {
  return dataType === 'fuzzydate'
}

/** Types whose answers are one or more codes out of a list of possible values. */
export function isCoded(dataType: string): boolean {
  return hasKind(dataType, 'code', 'flag', 'codes')
}

/** Whether an answer is exactly one code of a list. */
export function isCategory(dataType: string): boolean {
  return hasKind(dataType, 'code')
}

/** Whether an answer holds any number of codes, joined by CODES_SEPARATOR. */
export function hasSeveralCodes(dataType: string): boolean {
  return hasKind(dataType, 'codes')
}

/** Whether the values are those of a checkbox, which records an answer only if it is ticked. */
export function isFlag(dataType: string): boolean {
  return hasKind(dataType, 'flag')
}

/** Types whose answers are texts that conditions match against. */
export function isTextual(dataType: string): boolean {
  return hasKind(dataType, 'text')
}

/** Types whose single answers identify or describe one person, so they are named only to readers of the collection. */
export function isPersonal(dataType: string): boolean {
  return descriptorOf(dataType)?.isPersonal === true
}
