import type { RulesPreview } from '#contract/rules.ts'
import type { CohortDraft } from '#contract/shapes/cohort-draft.ts'
import type { Split } from '#contract/shapes/shapes.ts'
import type { GuardServices } from '#server/disclosure/guard/guard-context.ts'
import { countsFor } from '#server/disclosure/reader-counts.ts'
import type { EvaluateRules } from '#server/engine/bitmaps/rule-engine.ts'
import type { CohortPlan, PlanCounts } from '#server/engine/cohorts/cohort-plan.ts'
import type { RulesPlan } from '#server/engine/cohorts/rules.ts'
import type { User } from '#server/model/user.ts'
import { splitOfIntersection } from '#server/modules/cohorts/intersection-split.ts'
import { readCohortDraft } from '#server/modules/cohorts/read-cohort-draft.ts'
import type { Settings } from '#server/platform/configuration/settings.ts'
import type { Connection } from '#server/platform/db/database.ts'

export interface PreviewServices extends GuardServices {
  readonly settings: Settings
  readonly evaluateRules: EvaluateRules
}

/** The counts of a draft, as its user may see them. */
export async function previewCohort(
  connection: Connection,
  services: PreviewServices,
  user: User,
  draft: CohortDraft,
): Promise<PlanCounts> {
  const known = await services.variables.ofAccount(connection, user.accountId)
  const plan = await readCohortDraft(connection, known, user, draft)
  const counts = await countsFor(connection, services, user).ofPlan(plan, known)
  const split = await splitOfCompound(connection, services, user, plan, counts)
  return offered(services.settings, split ? { ...counts, split } : counts)
}

/** Of an intersection: why members of the first cohort are not in the second. */
async function splitOfCompound(
  connection: Connection,
  services: PreviewServices,
  user: User,
  plan: CohortPlan,
  { data }: PlanCounts,
): Promise<Split | null> {
  if (plan.kind !== 'compound' || plan.population.combined.operation !== 'INTERSECT') return null
  const { cohortId: firstId, combined } = plan.population
  const both = data.reduce((sum, { count }) => sum + (count ?? 0), 0)
  return splitOfIntersection(connection, services, user, { firstId, secondId: combined.cohortId, both })
}

/** The counts of rules, as their user may see them; compared with a saved cohort, if one is given. */
export async function previewCohortByRules(
  connection: Connection,
  services: PreviewServices,
  user: User,
  plan: RulesPlan,
  savedId: number | null,
): Promise<RulesPreview> {
  const counts = await countsFor(connection, services, user).ofRules(plan, savedId, services.evaluateRules)
  if (services.settings.capabilities.includes('rule-steps')) return counts
  const { steps: _, ...others } = counts
  return others
}

/** Counts with the details that the server offers. */
export function offered(
  { capabilities }: Pick<Settings, 'capabilities'>,
  { data, split, totals, undecided, placeholders, left_out }: PlanCounts,
): PlanCounts {
  const isSplitOffered = capabilities.includes('split')
  return {
    data,
    ...(split && isSplitOffered && { split }),
    ...(totals && capabilities.includes('totals') && { totals }),
    ...(undecided != null && isSplitOffered && { undecided }),
    ...(placeholders != null && capabilities.includes('totals') && { placeholders }),
    ...(left_out && { left_out }),
  }
}
