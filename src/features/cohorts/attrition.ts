import type { Cohort } from '#contract/entities.ts'
import { movementFrom, type Movement } from '#contract/cohort-movement.ts'
import { formatShare } from '#domain/numbers.ts'

/** One step on the way from All Individuals to a cohort. */
export interface AttritionStep {
  readonly cohort: Cohort
  readonly size: number | null
  /** What became of the members of the step before; null at the first. */
  readonly movement: Movement | null
}

/** The cohorts that a cohort was made from, first parents only, from All Individuals to itself. */
export function attritionOf(cohort: Cohort, known: readonly Cohort[]): readonly AttritionStep[] {
  const byId = new Map(known.map((each) => [each.cohortId, each]))
  const lineage: Cohort[] = [cohort]
  for (let parent = byId.get(cohort.parentId ?? 0); parent; parent = byId.get(parent.parentId ?? 0)) {
    // A ring of cohorts, in another back end's answer, has no beginning.
    if (lineage.includes(parent)) break
    lineage.unshift(parent)
  }
  return lineage.map((step, place) => {
    const before = lineage[place - 1]
    return { cohort: step, size: step.rowCount, movement: before ? movementFrom(before, step) : null }
  })
}

/** How much of its parent a cohort keeps, in words; empty where that is not known. */
export function keptShare(movement: Movement | null): string {
  const { kept = null, left = null } = movement ?? {}
  return kept === null || left === null ? '' : formatShare(kept, kept + left)
}
