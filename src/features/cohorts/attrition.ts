import type { Cohort } from '#contract/shapes/entities.ts'
import { movementFrom, type Movement } from '#contract/shapes/cohort-movement.ts'
import { formatShare } from '#domain/numbers.ts'

/** One step from All Individuals to a cohort. */
export interface AttritionStep {
  readonly cohort: Cohort
  readonly size: number | null
  /** The changes from the previous step; null at the first. */
  readonly movement: Movement | null
}

/** A cohort's lineage by first parents, from All Individuals to itself. */
export function attritionOf(cohort: Cohort, known: readonly Cohort[]): readonly AttritionStep[] {
  const byId = new Map(known.map((each) => [each.cohortId, each]))
  const lineage: Cohort[] = [cohort]
  for (let parent = byId.get(cohort.parentId ?? 0); parent; parent = byId.get(parent.parentId ?? 0)) {
    // Another back end's data may have a cycle.
    if (lineage.includes(parent)) break
    lineage.unshift(parent)
  }
  return lineage.map((step, place) => {
    const before = lineage[place - 1]
    return { cohort: step, size: step.rowCount, movement: before ? movementFrom(before, step) : null }
  })
}

/** The share of its parent that a cohort keeps; empty if unknown. */
export function keptShare(movement: Movement | null): string {
  const { kept = null, left = null } = movement ?? {}
  return kept === null || left === null ? '' : formatShare(kept, kept + left)
}
