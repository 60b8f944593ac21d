import type { Store } from '#command-kit/context.ts'
import type { Availability } from '#command-kit/declaration.ts'
import { cohortKind } from '#domain/cohorts/cohorts.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { cohortsAtom } from '#entities/cohorts/cohorts.ts'
import { variablesOfKindAtom } from '#entities/variables/variables.ts'

/** A cohort or a custom variable. */
export interface Defined {
  readonly cohortId?: number
  readonly variableName?: string
}

/** Whether the definition of a thing can be edited, as far as its list is loaded. */
export function isEditable(
  { store, capabilities }: { readonly store: Pick<Store, 'get'>; readonly capabilities: readonly string[] },
  { cohortId, variableName }: Defined,
): Availability {
  if (cohortId !== undefined) {
    const cohort = store.get(cohortsAtom).data?.find((one) => one.cohortId === cohortId)
    if (cohortId === ROOT_COHORT_ID) return { because: 'All Individuals has no definition.' }
    if (!capabilities.includes('rules')) return { because: 'This server keeps no rules of cohorts.' }
    const isPedigree = cohort !== undefined && cohortKind(cohort.constraintType) === 'pedigree'
    return !isPedigree || { because: 'The families of a pedigree set cannot be edited: ascertain pedigrees again.' }
  }
  if (!capabilities.includes('construct-replace')) {
    return { because: 'This server does not replace definitions of custom variables.' }
  }
  // A list of custom variables may lack one that was just saved.
  const isInCatalog = store.get(variablesOfKindAtom('base')).data?.some((one) => one.variableName === variableName)
  return isInCatalog !== true || { because: 'Only custom variables have a definition.' }
}
