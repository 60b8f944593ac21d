import { movementFrom, type Movement, lineageWithArms, type LineageStep } from '#contract/shapes/cohort-flow.ts'
import type { Cohort } from '#contract/shapes/entities.ts'
import { formatShare } from '#domain/numbers.ts'

/** One step from All Individuals to a cohort. */
export interface AttritionStep {
  readonly cohort: Cohort
  readonly size: number | null
  /** The changes from the previous step; null at the first. */
  readonly movement: Movement | null
  /** The second cohort to which the steps lead; "" for the cohort itself. */
  readonly arm: string
}

/** The steps from All Individuals to a cohort, and before each compound set those to its second cohort. */
export function attritionOf(cohort: Cohort, known: readonly Cohort[]): readonly AttritionStep[] {
  return attritionIn(lineageWithArms(cohort, known), '')
}

function attritionIn(lineage: readonly LineageStep[], arm: string): readonly AttritionStep[] {
  return lineage.flatMap(({ cohort, second, arm: inner }, place) => {
    const before = lineage[place - 1]?.cohort
    const movement = before ? movementFrom(before, cohort) : null
    return [...attritionIn(inner, second?.name ?? ''), { cohort, size: cohort.rowCount, movement, arm }]
  })
}

/** The share of its parent that a cohort keeps; empty if unknown. */
export function keptShare(movement: Movement | null): string {
  const { kept = null, left = null } = movement ?? {}
  return kept === null || left === null ? '' : formatShare(kept, kept + left)
}
