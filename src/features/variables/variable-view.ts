import type { Getter } from 'jotai'
import { useSearchParams } from 'react-router-dom'
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

export interface VariableView {
  /** The variables compared with the first. */
  readonly compared: readonly string[]
  /** The cohorts to count in; empty for All Individuals. */
  readonly cohortIds: readonly number[]
  readonly setCompared: (names: readonly string[]) => void
  readonly setCohortIds: (ids: readonly number[]) => void
}

/** The state of a variable's page; changes are written to the pane's URL. */
export function useVariableView(args: ShownVariable): VariableView {
  const [, setParams] = useSearchParams()
  const write = (name: string, values: readonly (string | number)[]) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (values.length === 0) next.delete(name)
        else next.set(name, values.join(','))
        return next
      },
      { replace: true },
    )
  return {
    compared: comparedOf(args),
    cohortIds: cohortIdsOf(args),
    setCompared: (names) => write('compare', names),
    setCohortIds: (ids) => write('cohort', ids.length === 1 && ids[0] === ROOT_COHORT_ID ? [] : ids),
  }
}

export function comparedOf({ compareWith = [] }: ShownVariable): readonly string[] {
  return compareWith.slice(0, MAXIMUM_BESIDE - 1)
}

export function cohortIdsOf({ cohortIds = [] }: ShownVariable): readonly number[] {
  return cohortIds.length === 0 ? [ROOT_COHORT_ID] : cohortIds.slice(0, MAXIMUM_BESIDE)
}
