import type { Getter } from 'jotai'
import type { Store } from '#command-kit/context.ts'
import { cohortAtom, cohortsAtom } from '#entities/cohorts/cohorts.ts'

/** A cohort's label in the palette. */
export function cohortTitle({ store }: { readonly store: Pick<Store, 'get'> }, cohortId: number): string {
  const { data } = store.get(cohortsAtom)
  if (data === undefined) return 'Cohort'
  return data.find((cohort) => cohort.cohortId === cohortId)?.name ?? `Cohort ${cohortId}`
}

export interface ShownCohort {
  readonly cohortId: number
  readonly compareWith?: readonly number[]
  readonly pedigree?: number
}

/** The title of a pane with a cohort, a comparison or pedigrees. */
export function cohortHeading(get: Getter, args: ShownCohort | null): string {
  const name = args && get(cohortAtom(args.cohortId)).data?.name
  if (args === null || name === undefined || name === null) return 'Cohort'
  if (args.compareWith?.some((id) => id !== args.cohortId)) return 'Compare Cohorts'
  return args.pedigree === undefined ? name : `Pedigrees of ${name}`
}
