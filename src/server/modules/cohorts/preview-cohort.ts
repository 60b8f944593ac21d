import type { RulesPreview } from '#contract/rules.ts'
import type { CohortDraft } from '#contract/shapes/drafts.ts'
import type { Split } from '#contract/shapes/shapes.ts'
import { mayRead } from '#domain/access.ts'
import { isAllUnreadable } from '#server/disclosure/disclosure-control.ts'
import { guardContext, type GuardContext, type GuardServices } from '#server/disclosure/guard-context.ts'
import { rowsOfPlan, suppressedRows, type UnreadableRows } from '#server/disclosure/plan-rows.ts'
import type { EvaluateRules } from '#server/engine/bitmaps/rule-engine.ts'
import { countPlan, type PlanCounts } from '#server/engine/cohorts/cohort-plan.ts'
import { previewRules, type RulesPlan } from '#server/engine/cohorts/rules.ts'
import type { User } from '#server/model/user.ts'
import { readCohortDraft } from '#server/modules/cohorts/read-cohort-draft.ts'
import { undecidedOf } from '#server/modules/cohorts/save-cohort.ts'
import type { Settings } from '#server/platform/configuration/settings.ts'
import type { Connection } from '#server/platform/db/database.ts'

export interface PreviewServices extends GuardServices {
  readonly settings: Settings
}

/** The counts of a draft, as its user may see them. */
export async function previewCohort(
  connection: Connection,
  services: PreviewServices,
  user: User,
  draft: CohortDraft,
): Promise<PlanCounts> {
  const { variables, settings, bitmaps } = services
  const known = await variables.of(connection, user.accountId)
  const plan = await readCohortDraft(connection, known, user, draft, settings)
  const context = await guardContext(connection, services, user)
  const unreadable = context && (await rowsOfPlan(context, plan))
  const counts = readsNoCollection(context) ? NO_READABLE_COUNTS : await countPlan(connection, bitmaps, plan)
  if (unreadable) return presentCounts(user, settings, counts, unreadable)
  const undecided = await undecidedOf(connection, known, user, plan)
  return presentCounts(user, settings, { ...counts, undecided }, null)
}

/** The counts of rules, as their user may see them; compared with a saved cohort, if one is given. */
export async function previewCohortByRules(
  connection: Connection,
  services: PreviewServices & { readonly evaluateRules: EvaluateRules },
  user: User,
  plan: RulesPlan,
  savedId: number | null,
): Promise<RulesPreview> {
  const { settings, evaluateRules } = services
  const context = await guardContext(connection, services, user)
  const options = { savedId, readableOnly: context !== null }
  const { steps, ...counts } = await previewRules(connection, evaluateRules, plan, options)
  const offered = settings.capabilities.includes('rule-steps') ? { steps } : {}
  if (!context) return { ...counts, ...offered }
  // Differences of two previews would disclose the answers of unreadable participants.
  const readable = counts.data.filter(({ collection }) => mayRead(user, collection))
  const data = [...readable, ...suppressedRows(context)]
  return { data, split: null, rules: counts.rules, ...offered, assumed: null, changes: null }
}

/** Counts of readable participants for an account that may read none: their statement is not needed. */
export const NO_READABLE_COUNTS: PlanCounts = { data: [], splitByCollection: new Map() }

export function readsNoCollection(context: GuardContext | null): boolean {
  return context !== null && isAllUnreadable(context.guard)
}

/**
 * Counts with the details that the server offers. Suppressed counts come from `unreadable`, and details that would
 * allow their reconstruction are left out.
 */
export function presentCounts(
  user: User,
  { capabilities }: Pick<Settings, 'capabilities'>,
  { data, split, totals, undecided, splitByCollection }: PlanCounts,
  unreadable: UnreadableRows | null,
): PlanCounts {
  const isSplitOffered = capabilities.includes('split')
  if (!unreadable) {
    return {
      data,
      ...(split && isSplitOffered && { split }),
      ...(totals && capabilities.includes('totals') && { totals }),
      ...(undecided != null && isSplitOffered && { undecided }),
    }
  }
  const readable = splitByCollection && [...splitByCollection].filter(([collection]) => mayRead(user, collection))
  return {
    data: [...data.filter(({ collection }) => mayRead(user, collection)), ...unreadable.rows],
    ...(readable &&
      unreadable.split &&
      isSplitOffered && {
        split: { ...unreadable.split, ...sumOfSplits([...readable.map(([, own]) => own), unreadable.split]) },
      }),
  }
}

function sumOfSplits(splits: readonly Split[]): Split {
  const sum = (outcome: 'match' | 'no_match' | 'unknown' | 'no_record') =>
    splits.reduce((total, split) => total + split[outcome], 0)
  return { match: sum('match'), no_match: sum('no_match'), unknown: sum('unknown'), no_record: sum('no_record') }
}
