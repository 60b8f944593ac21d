import { cohortWords } from '#contract/cohort-words.ts'
import type { Cohort } from '#contract/shapes.ts'
import { cohortKind, type CohortKind } from '#domain/cohorts.ts'
import { COHORT_KIND_UNKNOWN } from '#domain/messages.ts'
import type { Column } from '#ui/data-table.tsx'

const KIND_NAMES: Record<CohortKind, string> = {
  all: 'All Individuals',
  subset: 'Subset',
  compound: 'Compound Set',
  pedigree: 'Pedigrees',
  unknown: COHORT_KIND_UNKNOWN,
}

/** The list of cohorts as it is copied for a spreadsheet. */
export const COHORT_COLUMNS: readonly Column<Cohort>[] = [
  { key: 'name', header: 'Name', cell: (cohort) => cohort.name },
  { key: 'kind', header: 'Kind', cell: (cohort) => KIND_NAMES[cohortKind(cohort.constraint_type)] },
  { key: 'size', header: 'Individuals', cell: (cohort) => cohort.rowcount },
  { key: 'parent', header: 'Parent', cell: (cohort) => cohort.parent },
  { key: 'definition', header: 'Definition', cell: (cohort) => cohortWords(cohort) },
]
