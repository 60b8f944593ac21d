import type { Cohort } from '#contract/shapes.ts'

/** One step on the way from All Individuals to a cohort. */
export interface AttritionStep {
  readonly cohort: Cohort
  readonly size: number | null
  /** How many fewer than the step before, or (below zero) more; null at the first, and where a size is hidden. */
  readonly loss: number | null
}

/** The cohorts that a cohort was made from, first parents only, from All Individuals to itself. */
export function attritionOf(cohort: Cohort, known: readonly Cohort[]): readonly AttritionStep[] {
  const byId = new Map(known.map((each) => [each.cohortid, each]))
  const lineage: Cohort[] = [cohort]
  for (let parent = byId.get(cohort.parent_id ?? 0); parent; parent = byId.get(parent.parent_id ?? 0)) {
    // A ring of cohorts, in another back end's answer, has no beginning.
    if (lineage.includes(parent)) break
    lineage.unshift(parent)
  }
  return lineage.map((step, place) => {
    const before = lineage[place - 1]?.rowcount ?? null
    return {
      cohort: step,
      size: step.rowcount,
      loss: before === null || step.rowcount === null ? null : before - step.rowcount,
    }
  })
}
