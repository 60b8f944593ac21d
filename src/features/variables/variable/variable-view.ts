import type { Getter } from 'jotai'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { countOf } from '#domain/numbers.ts'
import { variableAtom } from '#entities/variables/variables.ts'

/** The maximum number of variables, or cohorts, in columns. */
export const MAXIMUM_BESIDE = 4

export interface ShownVariable {
  readonly variableName: string
  readonly cohortIds?: readonly number[]
  readonly compareWith?: readonly string[]
}

/** The title of a pane with one or several variables. */
export function variableHeading(_get: Getter, args: ShownVariable | null): string {
  if (args === null) return 'Variable'
  const others = comparedOf(args).length
  return others === 0 ? args.variableName : `${args.variableName} and ${countOf(others, 'other')}`
}

/** The list that a variable belongs to. The URL does not name its kind: until its record is loaded, the catalog. */
export function listOfVariable(get: Getter, args: ShownVariable | null) {
  const type = args && get(variableAtom({ name: args.variableName })).data?.variableType
  return type && type !== 'variable' ? 'custom-variables.show' : 'variables.search'
}

export function comparedOf({ compareWith = [] }: ShownVariable): readonly string[] {
  return compareWith.slice(0, MAXIMUM_BESIDE - 1)
}

export function cohortIdsOf({ cohortIds = [] }: ShownVariable): readonly number[] {
  return cohortIds.length === 0 ? [ROOT_COHORT_ID] : cohortIds.slice(0, MAXIMUM_BESIDE)
}
