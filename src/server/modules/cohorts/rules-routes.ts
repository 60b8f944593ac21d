import { rulesInfo, rulesNew, rulesPreview, rulesReplace } from '#contract/rules.ts'
import { COHORT_NAME } from '#domain/names.ts'
import { guardContext, type GuardServices } from '#server/disclosure/guard-context.ts'
import { suppressedRows } from '#server/disclosure/plan-rows.ts'
import { mayRead } from '#domain/access.ts'
import type { EvaluateRules } from '#server/engine/bitmaps/rule-engine.ts'
import { insertNumbers, membersOfRules, previewRules, type RulesPlan } from '#server/engine/cohorts/rules.ts'
import { readRules, rulesOfSaved } from '#server/modules/cohorts/read-rules.ts'
import { saveCohort, type CohortToSave } from '#server/modules/cohorts/save-cohort.ts'
import { requireOwnCohort } from '#server/modules/cohorts/change-cohorts.ts'
import { conflict, meaningless } from '#server/platform/http/refusal.ts'
import { inFairQueue, routeFor, type Api } from '#server/platform/http/route-for.ts'
import { routeForChange } from '#server/platform/http/route-for-change.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import type { User } from '#server/model/user.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { cohortsInRules, columnsOfRules } from '#server/model/cohort.ts'
import { requireCohort } from '#server/store/cohorts/cohorts.ts'
import { requireUnchanged } from '#server/store/saved-objects.ts'
import { targetProject } from '#server/store/projects/projects.ts'
import { deleteObject } from '#server/store/trash/trash.ts'
import { thingsOf, usedBy, usesOfCohort } from '#server/store/uses.ts'

export interface RulesServices extends HttpServices, GuardServices {
  readonly evaluateRules: EvaluateRules
}

/** Cohorts by rules (capability "rules"). */
export function cohortRulesRoutes(api: Api<RulesServices>): void {
  const { variables, settings, evaluateRules } = api.services

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
      const options = { savedId: saved?.cohortid ?? null, readableOnly: context !== null }
      const counts = await previewRules(connection, evaluateRules, plan, options)
      if (!context) return counts
      // Differences of two previews would disclose the answers of unreadable participants.
      const readable = counts.data.filter(({ collection }) => mayRead(user, collection))
      const data = [...readable, ...suppressedRows(context)]
      return { data, split: null, rules: counts.rules, assumed: null, changes: null }
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
      return saveRules(own, services, user, rules, { name, description, projectId })
    })
    return { new_cohort_id: id }
  })

  routeForChange(api, rulesReplace, async ({ authenticate, validate, make, services }) => {
    const user = await authenticate()
    const draft = await validate()
    const { cohortid, version } = draft
    if (draft.parent_id === cohortid || cohortsInRules(draft.rules).has(cohortid)) {
      throw meaningless('A cohort cannot be built on itself.', 'rules')
    }
    const id = await make(async (own) => {
      const cohort = await requireOwnCohort(own, user, cohortid)
      const things = await thingsOf(own, user.accountId)
      const uses = usesOfCohort(things, cohortid)
      if (uses.length > 0) throw conflict(usedBy(uses))
      requireUnchanged(version, cohort, { name: '', description: '' })
      const known = await variables.read(own, user.accountId)
      const rules = await readRules(own, known, user, draft, settings)
      // A new id: members of a saved cohort never change, so caches and prepared downloads stay right.
      const { name, description, projectid: projectId } = cohort
      await deleteObject(own, services, {
        accountId: user.accountId,
        kind: 'cohort',
        id: cohortid,
        name,
        projectId,
        things,
      })
      return saveRules(own, services, user, rules, { name, description, projectId })
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

/** Evaluates on another connection, which reads committed data; the write lock keeps these unchanged. */
async function saveRules(
  own: Connection,
  services: RulesServices,
  user: User,
  plan: RulesPlan,
  naming: Pick<CohortToSave, 'name' | 'description' | 'projectId'>,
): Promise<number> {
  const { database, evaluateRules } = services
  const numbers = await database.withConnection((connection) =>
    membersOfRules(connection.scoped(own.scope), evaluateRules, plan),
  )
  return saveCohort(own, services, user, {
    ...naming,
    made: { parent_id: plan.parentId, ...columnsOfRules(plan.definition) },
    undecided: null,
    insertMembers: (cohortId) => insertNumbers(own, cohortId, numbers),
  })
}
