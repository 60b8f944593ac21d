import { rulesDependants } from '#contract/dependants.ts'
import { rulesInfo, rulesNew, rulesPreview, rulesReplace } from '#contract/rules.ts'
import { COHORT_NAME } from '#domain/text/names.ts'
import { requireOwnCohort } from '#server/modules/cohorts/change-cohorts.ts'
import { previewCohortByRules } from '#server/modules/cohorts/preview-cohort.ts'
import { readRules, rulesOfSaved } from '#server/modules/cohorts/read-rules.ts'
import { dependantsOfRules, replaceRules } from '#server/modules/cohorts/replace-rules.ts'
import { saveRules, type RerunServices } from '#server/modules/cohorts/rerun-cohorts.ts'
import { conflict, meaningless } from '#server/platform/http/refusal.ts'
import { routeForChange } from '#server/platform/http/route-for-change.ts'
import { inFairQueue, routeFor, type Api } from '#server/platform/http/route-for.ts'
import { requireCohort } from '#server/store/cohorts/cohorts.ts'
import { recordMade } from '#server/store/history/record-versions.ts'
import { targetProject } from '#server/store/projects/projects.ts'

/** Cohorts by rules (capability "rules"). */
export function cohortRulesRoutes(api: Api<RerunServices>): void {
  const { variables, settings } = api.services

  routeFor(
    api,
    rulesPreview,
    inFairQueue(async ({ authenticate, validate, connection, services }) => {
      const user = await authenticate()
      const draft = await validate()
      const saved = draft.cohortid ? await requireCohort(connection, user, draft.cohortid) : null
      const known = await variables.ofAccount(connection, user.accountId)
      const plan = await readRules(connection, known, user, draft)
      return previewCohortByRules(connection, services, user, plan, saved?.cohortid ?? null)
    }),
  )

  routeForChange(api, rulesNew, async ({ authenticate, validate, make, services }) => {
    const user = await authenticate()
    const draft = await validate()
    const problem = COHORT_NAME.problem(draft.name)
    if (problem !== null) throw meaningless(problem, 'name')
    const id = await make((tx) =>
      recordMade(tx, services, user.accountId, 'cohort', async () => {
        const known = await variables.read(tx, user.accountId)
        const rules = await readRules(tx, known, user, draft)
        const projectId = await targetProject(tx, services, user, draft.projectid)
        const [name, description] = [draft.name.trim(), draft.description.trim()]
        return saveRules(tx, services, user, rules, { name, description, projectId })
      }),
    )
    return { new_cohort_id: id }
  })

  routeForChange(api, rulesReplace, async ({ authenticate, validate, make, services }) => {
    const user = await authenticate()
    const draft = await validate()
    const isRerun = draft.rerun && settings.capabilities.includes('rerun-dependants')
    const id = await make(async (tx) => (await replaceRules(tx, services, user, { ...draft, isRerun })).cohortId)
    return { new_cohort_id: id }
  })

  routeFor(
    api,
    rulesDependants,
    inFairQueue(async ({ authenticate, validate, connection, services, limit }) => {
      const user = await authenticate()
      return dependantsOfRules(connection, services, user, await validate(), limit.signal)
    }),
  )

  routeFor(api, rulesInfo, async ({ authenticate, validate, connection }) => {
    const user = await authenticate()
    const { cohortid } = await validate()
    const cohort = await requireOwnCohort(connection, user, cohortid)
    const definition = rulesOfSaved(cohort)
    if (!definition) throw conflict('A pedigree cohort has no rules.')
    return definition
  })
}
