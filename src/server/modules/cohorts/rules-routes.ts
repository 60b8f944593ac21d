import { rulesInfo, rulesNew, rulesPreview, rulesReplace } from '#contract/rules.ts'
import { COHORT_NAME } from '#domain/names.ts'
import { guardContext, type GuardServices } from '#server/disclosure/guard-context.ts'
import { rowsOfPlan } from '#server/disclosure/plan-rows.ts'
import { mayRead } from '#domain/access.ts'
import { changesOf, countRules, previewRules } from '#server/engine/cohorts/rules.ts'
import { readRules, rulesOfSaved } from '#server/modules/cohorts/read-rules.ts'
import { savePlan } from '#server/modules/cohorts/save-plan.ts'
import { requireOwnCohort } from '#server/modules/cohorts/change-cohorts.ts'
import { conflict, meaningless } from '#server/platform/http/refusal.ts'
import { inFairQueue, routeFor, type Api } from '#server/platform/http/route-for.ts'
import { routeForChange } from '#server/platform/http/route-for-change.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import { cohortsInRules } from '#server/model/cohort.ts'
import { deleteCohort, requireCohort } from '#server/store/cohorts/cohorts.ts'
import { requireUnchanged } from '#server/store/ids.ts'
import { targetProject } from '#server/store/projects/projects.ts'
import { thingsOf, usedBy, usesOfCohort } from '#server/store/uses.ts'

/** Cohorts by rules (capability "rules"). */
export function cohortRulesRoutes(api: Api<HttpServices & GuardServices>): void {
  const { variables, settings, countAnswers } = api.services

  routeFor(
    api,
    rulesPreview,
    inFairQueue(async ({ authenticate, validate, connection, services }) => {
      const user = await authenticate()
      const draft = await validate()
      const saved = draft.cohortid ? await requireCohort(connection, user, draft.cohortid) : null
      const known = await variables.of(connection, user.accountId)
      const plan = await readRules(connection, known, user, draft, settings)
      const context = await guardContext(connection, services, user)
      const counts = await previewRules(connection, countAnswers, plan)
      const rules = await countRules(connection, countAnswers, plan, context !== null)
      if (context) {
        // Differences of two previews would disclose the answers of unreadable participants.
        const unreadable = await rowsOfPlan(context, { kind: 'rules', rules: plan })
        const readable = counts.data.filter(({ collection }) => mayRead(user, collection))
        return { data: [...readable, ...unreadable.rows], split: null, rules, assumed: null, changes: null }
      }
      const changes = saved ? await changesOf(connection, countAnswers, plan, saved.cohortid) : null
      return { data: counts.data, split: counts.split, rules, assumed: counts.assumed, changes }
    }),
  )

  routeForChange(api, rulesNew, async ({ authenticate, validate, make, services }) => {
    const user = await authenticate()
    const draft = await validate()
    const problem = COHORT_NAME.problem(draft.name)
    if (problem !== null) throw meaningless(problem, 'name')
    const id = await make(async (own) => {
      const known = await variables.read(own, user.accountId)
      const rules = await readRules(own, known, user, draft, settings)
      const projectId = await targetProject(own, services, user, draft.projectid)
      const [name, description] = [draft.name.trim(), draft.description.trim()]
      return savePlan(own, services, user, known, { plan: { kind: 'rules', rules }, name, description, projectId })
    })
    return { new_cohort_id: id }
  })

  routeForChange(api, rulesReplace, async ({ authenticate, validate, make, services }) => {
    const user = await authenticate()
    const draft = await validate()
    const { cohortid, version } = draft
    if (draft.parent_id === cohortid || cohortsInRules(draft).has(cohortid)) {
      throw meaningless('A cohort cannot be built on itself.', 'rules')
    }
    const id = await make(async (own) => {
      const cohort = await requireOwnCohort(own, user, cohortid)
      const uses = usesOfCohort(await thingsOf(own, user.accountId), cohortid)
      if (uses.length > 0) throw conflict(usedBy(uses))
      requireUnchanged(version, cohort, { name: '', description: '' })
      const known = await variables.read(own, user.accountId)
      const rules = await readRules(own, known, user, draft, settings)
      // A new id: members of a saved cohort never change, so caches and prepared downloads stay right.
      await deleteCohort(own, cohortid)
      const { name, description, projectid: projectId } = cohort
      return savePlan(own, services, user, known, { plan: { kind: 'rules', rules }, name, description, projectId })
    })
    return { new_cohort_id: id }
  })

  routeFor(api, rulesInfo, async ({ authenticate, validate, connection }) => {
    const user = await authenticate()
    const { cohortid } = await validate()
    const cohort = await requireOwnCohort(connection, user, cohortid)
    const definition = rulesOfSaved(cohort)
    if (!definition) throw conflict('A pedigree cohort has no rules.')
    return definition
  })
}
