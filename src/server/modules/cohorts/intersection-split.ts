import type { RuleGroupSent, RuleSent } from '#contract/rules.ts'
import type { Split } from '#contract/shapes/shapes.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { GuardServices } from '#server/disclosure/guard/guard-context.ts'
import { countsFor } from '#server/disclosure/reader-counts.ts'
import type { EvaluateRules } from '#server/engine/bitmaps/rule-engine.ts'
import type { SavedCohort } from '#server/model/cohort.ts'
import type { User } from '#server/model/user.ts'
import { allOf, memberOf, readRules, rulesOfSaved, RULE_GROUP } from '#server/modules/cohorts/read-rules.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { cohortsOf } from '#server/store/cohorts/cohorts.ts'

interface Intersection {
  readonly firstId: number
  readonly secondId: number
  /** Individuals in both, as saved. */
  readonly both: number
}

/**
 * The members of the first cohort by the outcome of the second one's definition. Null if counts are suppressed, if the
 * definition cannot be counted, and if it no longer gives the saved members.
 */
export async function splitOfIntersection(
  connection: Connection,
  services: GuardServices & { readonly evaluateRules: EvaluateRules },
  user: User,
  { firstId, secondId, both }: Intersection,
): Promise<Split | null> {
  const saved = new Map((await cohortsOf(connection, user.accountId)).map((cohort) => [cohort.cohortid, cohort]))
  const rule = definitionOf(secondId, saved, cohortsAround(firstId, saved))
  if (rule === null) return null
  try {
    const known = await services.variables.ofAccount(connection, user.accountId)
    const plan = await readRules(connection, known, user, {
      parent_id: firstId,
      rules: { version: 1, ...allOf([rule]) },
    })
    const { split } = await countsFor(connection, services, user).ofRules(plan, null, services.evaluateRules)
    return split?.match === both ? split : null
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

type Saved = ReadonlyMap<number, SavedCohort>

/** The cohort and those that hold all of its members. */
function cohortsAround(cohortId: number, saved: Saved): ReadonlySet<number> {
  const around = new Set([ROOT_COHORT_ID, cohortId])
  const waiting = [cohortId]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const cohort = saved.get(next)
    if (!cohort || cohort.constraint_type === 'UNION' || cohort.constraint_type === 'PEDIGREE') continue
    const { parent_id, secondparent_id, constraint_type } = cohort
    for (const id of [parent_id, ...(constraint_type === 'INTERSECT' ? [secondparent_id ?? parent_id] : [])]) {
      if (!around.has(id)) waiting.push(id)
      around.add(id)
    }
  }
  return around
}

/** The definition of a cohort with those of its parents; null if it holds all members of the cohorts around. */
function definitionOf(cohortId: number, saved: Saved, around: ReadonlySet<number>): RuleSent | null {
  if (around.has(cohortId)) return null
  const cohort = saved.get(cohortId)
  if (!cohort) return memberOf(cohortId)
  const { parent_id, secondparent_id, constraint_type } = cohort
  const parent = definitionOf(parent_id, saved, around)
  switch (constraint_type) {
    case 'UNION': {
      const second = definitionOf(secondparent_id ?? parent_id, saved, around)
      return parent === null || second === null ? null : { ...RULE_GROUP, match: 'any', rules: [parent, second] }
    }
    case 'INTERSECT':
      return all([parent, definitionOf(secondparent_id ?? parent_id, saved, around)])
    case 'SUBTRACT':
      // Members whose membership in the second cohort is unknown are kept.
      return all([parent, { ...RULE_GROUP, match: 'none', rules: [memberOf(secondparent_id ?? parent_id)] }])
    default: {
      const definition = rulesOfSaved(cohort)
      return definition === null ? memberOf(cohortId) : all([parent, groupOf(definition.rules)])
    }
  }
}

function groupOf({ match, count, relatives, are_versions, unknown_as, off, note, rules }: RuleGroupSent): RuleSent {
  return { match, count, relatives, are_versions, unknown_as, off, note, rules }
}

function all(rules: readonly (RuleSent | null)[]): RuleSent | null {
  const needed = rules.flatMap((rule) => rule ?? [])
  const [first, ...others] = needed
  return first === undefined ? null : others.length === 0 ? first : allOf(needed)
}
