import type { Condition } from '#domain/constraint.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import type { Parameters } from '#server/platform/db/parameters.ts'

/** The values of a custom variable, and SQL for the place of the one that a person has. */
interface PlacedValue {
  readonly place: string
  readonly values: readonly string[]
  /** The place of a person for whom no value is known. */
  readonly unplaced: number
}

/** Above so many, one look at a list takes less than a comparison each. */
const COMPARED_ONE_BY_ONE = 4

/** A name that is none of the values: nobody has it, and everybody who has a value has another. */
const NOWHERE = -2

/** Whether a condition on a custom variable holds, by the place of its value: TRUE or FALSE. */
export function placeHolds(
  { place, values, unplaced }: PlacedValue,
  { operator, values: wanted }: Condition,
  how: 'surely' | 'possibly',
  { bindList }: Pick<Parameters, 'bindList'>,
): string {
  const isUnknown = `${place} = ${unplaced}`
  const placeOf = (name: string) => (values.includes(name) ? values.indexOf(name) : NOWHERE)
  const isAnyOf = (names: readonly string[]) => {
    const places = new Set([...names.map(placeOf), ...(how === 'possibly' ? [unplaced] : [])])
    if (places.size <= COMPARED_ONE_BY_ONE) return `(${[...places].map((one) => `${place} = ${one}`).join(' OR ')})`
    const flags = Array.from({ length: values.length - unplaced }, (_, at) => (places.has(at + unplaced) ? '1' : '0'))
    return `(list_extract(${bindList(flags)}, ${place} + ${1 - unplaced}) = '1')`
  }
  switch (operator) {
    case 'VALID':
      return `(NOT ${isUnknown})`
    case 'EQ':
      return wanted[0] === UNKNOWN_VALUE ? `(${isUnknown})` : isAnyOf(wanted)
    case 'ANYOF':
      return isAnyOf(wanted)
    case 'NEQ': {
      const isOther = `${place} <> ${placeOf(wanted[0] ?? '')}`
      return how === 'surely' ? `(${isOther} AND NOT ${isUnknown})` : `(${isOther})`
    }
    default:
      throw new Error(`No place is compared by ${operator}.`)
  }
}
