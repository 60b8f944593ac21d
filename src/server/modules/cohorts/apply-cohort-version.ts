import { cohortsOfDefinition } from '#server/model/cohort-definition.ts'
import { editCohort } from '#server/modules/cohorts/change-cohorts.ts'
import { replaceCohort } from '#server/modules/cohorts/replace-rules.ts'
import { saveDefinition, type RerunServices } from '#server/modules/cohorts/rerun-cohorts.ts'
import type { ApplyVersion } from '#server/store/history/apply-version.ts'

/** Applies a version to a cohort: another definition by a replacement, another name or description by an edit. */
export function createApplyCohortVersion(services: RerunServices): ApplyVersion {
  return async (own, user, { id, definition: { name, description, cohort }, isRedefined, restoredNo, isRerun }) => {
    if (cohort === null || !isRedefined) {
      await editCohort(own, services, user, { cohortid: id, name, description, restoredNo })
      return id
    }
    const { cohortId } = await replaceCohort(own, services, user, {
      cohortId: id,
      isRerun,
      builtOn: cohortsOfDefinition(cohort),
      read: async () => (naming) => saveDefinition(own, services, user, cohort, naming),
      naming: { name, description },
      restoredNo,
    })
    return cohortId
  }
}
