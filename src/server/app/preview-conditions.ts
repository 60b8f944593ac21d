import { CAPABILITIES } from '#contract/capabilities.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { EvaluateRules } from '#server/engine/bitmaps/rule-engine.ts'
import type { BeaconServices } from '#server/modules/beacon/routes.ts'
import { previewCohort, previewCohortByRules, type PreviewServices } from '#server/modules/cohorts/preview-cohort.ts'
import { readRules } from '#server/modules/cohorts/read-rules.ts'

/** Previews for the Beacon: a subset of one condition, rules of several. */
export function createPreviewConditions(
  given: PreviewServices & { readonly evaluateRules: EvaluateRules },
): BeaconServices['previewConditions'] {
  // The split names collections whose texts are not compared, whether the server announces it or not.
  const services = { ...given, settings: { ...given.settings, capabilities: CAPABILITIES } }
  return async (connection, user, conditions) => {
    const fields = conditions.map(({ variableName, operator, values }) => ({
      variable_name: variableName,
      constraint_type: operator,
      constraint_values: [...values],
    }))
    const [first, ...others] = fields
    if (first && others.length === 0) {
      const { variable_name: variable, ...condition } = first
      const draft = { parent_id: ROOT_COHORT_ID, name: '', description: '', cohort_type: 'subset', variable } as const
      return previewCohort(connection, services, user, { ...draft, ...condition })
    }
    const options = { unknown_as: 'unknown', off: false, note: '' } as const
    const rules = {
      version: 1,
      match: 'all',
      count: 1,
      relatives: null,
      are_versions: false,
      ...options,
      rules: fields.map((field) => ({ ...field, ...options })),
    } as const
    const known = await services.variables.of(connection, user.accountId)
    const plan = await readRules(
      connection,
      known,
      user,
      { parent_id: ROOT_COHORT_ID, rules: { ...rules, rules: [...rules.rules] } },
      services.settings,
    )
    return previewCohortByRules(connection, services, user, plan, null)
  }
}
