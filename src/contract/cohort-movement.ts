import type { Cohort } from '#contract/entities.ts'
import { cohortKind } from '#domain/cohorts.ts'

/** What became of the members of a cohort's first parent; null where a number is hidden or cannot be known. */
export interface Movement {
  /** Members of both. */
  readonly kept: number | null
  /** Members of the parent alone. */
  readonly left: number | null
  /** Members of the cohort alone. */
  readonly added: number | null
}

/**
 * By members, never by the difference of two sizes: a pedigree leaves out members of its parent and adds relatives of
 * others. All Individuals are those of today: a cohort that was counted on fewer is compared with these.
 */
export function movementFrom(parent: Cohort, cohort: Cohort): Movement {
  const isOfEverybody = parent.parentId === null
  const parentSize = isOfEverybody && cohort.counted ? cohort.counted.people : parent.rowCount
  const size = cohort.rowCount
  const kept = cohort.kept ?? keptByKind(cohort.constraintType, size, parentSize)
  return {
    kept,
    left: kept === null || parentSize === null ? null : parentSize - kept,
    added: kept === null || size === null ? null : size - kept,
  }
}

/** How many a pedigree keeps only the back end knows; of the other kinds the sizes say it. */
function keptByKind(constraintType: string | null, size: number | null, parentSize: number | null): number | null {
  if (constraintType === 'UNION') return parentSize
  const kind = cohortKind(constraintType)
  return kind === 'subset' || kind === 'compound' ? size : null
}
