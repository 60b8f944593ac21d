import type { Cohort } from '#contract/shapes/entities.ts'
import { cohortKind } from '#domain/cohorts/cohorts.ts'

/** Changes from a cohort's first parent to the cohort; null if a number is suppressed or unknown. */
export interface Movement {
  /** Members of both. */
  readonly kept: number | null
  /** Members of the parent alone. */
  readonly left: number | null
  /** Members of the cohort alone. */
  readonly added: number | null
}

/**
 * Compares members, not sizes: a pedigree cohort drops members of its parent and adds relatives. All Individuals has
 * its current size: an outdated cohort is compared with that.
 */
export function movementFrom(parent: Cohort, cohort: Cohort): Movement {
  const isOfAllIndividuals = parent.parentId === null
  const parentSize = isOfAllIndividuals && cohort.counted ? cohort.counted.people : parent.rowCount
  const size = cohort.rowCount
  const kept = cohort.kept ?? keptByKind(cohort.constraintType, size, parentSize)
  return {
    kept,
    left: kept === null || parentSize === null ? null : parentSize - kept,
    added: kept === null || size === null ? null : size - kept,
  }
}

/** Only the back end knows how many members a pedigree keeps; for the other kinds the sizes suffice. */
function keptByKind(constraintType: string | null, size: number | null, parentSize: number | null): number | null {
  if (constraintType === 'UNION') return parentSize
  const kind = cohortKind(constraintType)
  return kind === 'subset' || kind === 'compound' || kind === 'rules' ? size : null
}
