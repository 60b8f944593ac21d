import { mayRead } from '#domain/access.ts'
import type { User } from '#server/model/user.ts'
import type { UnreadableRows } from '#server/disclosure/plan-rows.ts'
import type { PlanCounts } from '#server/engine/cohorts/cohort-plan.ts'
import type { Split } from '#contract/shapes/shapes.ts'
import type { Settings } from '#server/platform/configuration/settings.ts'

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
