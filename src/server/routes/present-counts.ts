import type { PlanCounts } from '#server/queries/cohort-plan.ts'
import type { Settings } from '#server/settings.ts'

/** Counts with as much besides as the server is to offer. */
export function presentCounts({ data, split, totals }: PlanCounts, { capabilities }: Settings): PlanCounts {
  return {
    data,
    ...(split && capabilities.includes('split') && { split }),
    ...(totals && capabilities.includes('totals') && { totals }),
  }
}
