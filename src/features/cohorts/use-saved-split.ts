import { useAtomValue } from 'jotai'
import { cohortPreview } from '#contract/cohorts.ts'
import { conditionOfFields, fieldsOfCondition } from '#contract/constraint-fields.ts'
import type { Cohort, Split } from '#contract/shapes.ts'
import { cohortKind } from '#domain/cohorts.ts'
import { capabilitiesAtom } from '#entities/session.ts'
import { useCall } from '#entities/use-call.ts'
import type { CohortRequest } from '#features/cohorts/cohort-draft.ts'

/**
 * Whom of its parent a saved subset has, and why not the others. Null where the back end does not tell, or where the
 * data are others since: the numbers would be of another subset.
 */
export function useSavedSplit(cohort: Cohort): Split | 'pending' | null {
  const canTell = useAtomValue(capabilitiesAtom).includes('split')
  const request = canTell ? requestOf(cohort) : null
  const { data, isPlaceholderData, isError } = useCall({ endpoint: cohortPreview, request, key: 'cohort-preview' })
  if (request === null || isError) return null
  if (data === undefined || isPlaceholderData) return 'pending'
  return data.split?.match === cohort.rowcount ? data.split : null
}

function requestOf(cohort: Cohort): CohortRequest | null {
  const { parent_id, variable_name: variable, constraint_type, constraint_values } = cohort
  const condition = conditionOfFields({ constraint_type, constraint_values: [...constraint_values] })
  if (cohortKind(constraint_type) !== 'subset' || parent_id === null || variable === null || !condition) return null
  return { parent_id, cohort_type: 'subset', variable, ...fieldsOfCondition(condition) }
}
