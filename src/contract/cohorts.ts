import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { CohortDraft } from '#contract/shapes/cohort-draft.ts'
import { leftOut, Overlap } from '#contract/shapes/shapes-of-extensions.ts'
import { Cohort, CountRow, PedigreeRow, Split, Totals } from '#contract/shapes/shapes.ts'
import {
  countOrHidden,
  descriptionSent,
  id,
  listNamed,
  nameSent,
  optionalId,
  versionSent,
} from '#contract/shapes/values.ts'
import {
  couldNotGetCohort,
  UNABLE_TO_GET_ALL_COHORTS,
  UNABLE_TO_GET_COHORTS,
  UNABLE_TO_PREVIEW_COHORT,
  UNABLE_TO_PREVIEW_PEDIGREE_SET,
  UNABLE_TO_SAVE_COHORT,
  UNABLE_TO_SAVE_PEDIGREE_SET,
  unableToDelete,
  unableToGetCohortsOfProject,
  unableToGetSelectedCohort,
} from '#domain/messages.ts'

const rows = v.array(v.union([PedigreeRow, CountRow]))

/** Count rows of a preview or summary, bare or in their envelope, with optional extensions. */
export const Counts = v.union([
  v.pipe(
    rows,
    v.transform((data) => ({ data, split: null, totals: null, undecided: null, placeholders: null, left_out: [] })),
  ),
  v.object({
    data: rows,
    split: v.nullish(Split, null),
    totals: v.nullish(Totals, null),
    /** SUBTRACT only: members kept because their membership in the second cohort is unknown. */
    undecided: countOrHidden,
    /** Members who are relatives without data, known only as links between others (capability "totals"). */
    placeholders: countOrHidden,
    /** Collections of which no individual is counted, for want of access. */
    left_out: leftOut,
  }),
])
export type Counts = v.InferOutput<typeof Counts>

export const cohortInfo = endpoint({
  method: 'GET',
  path: '/cohort/info',
  summary: 'One’s cohorts, those of a project, or one of them.',
  input: v.object({ projectid: optionalId, cohortid: optionalId }),
  answer: listNamed('cohorts', Cohort),
  failure: ({ cohortid, projectid }) => {
    if (cohortid) return couldNotGetCohort(cohortid)
    return projectid ? unableToGetCohortsOfProject(projectid) : UNABLE_TO_GET_ALL_COHORTS
  },
})

export const cohortSummary = endpoint({
  method: 'GET',
  path: '/cohort/summary',
  summary: 'A cohort’s counts by answer, collection, consent, study and diagnosis.',
  input: v.object({ cohortid: id }),
  answer: Counts,
  failure: ({ cohortid }) => unableToGetSelectedCohort(cohortid),
})

export const cohortPreview = endpoint({
  method: 'POST',
  path: '/cohort/preview',
  summary: 'The counts that a cohort would have, before it is saved.',
  input: CohortDraft,
  answer: Counts,
  failure: ({ cohort_type }) =>
    cohort_type === 'pedigree' ? UNABLE_TO_PREVIEW_PEDIGREE_SET : UNABLE_TO_PREVIEW_COHORT,
})

export const cohortNew = endpoint({
  method: 'POST',
  path: '/cohort/new',
  summary: 'Saves a subset, a compound set or a pedigree set.',
  audit: 'Save a cohort',
  changes: 'once',
  input: CohortDraft,
  answer: v.object({ new_cohort_id: id }),
  failure: ({ cohort_type }) => (cohort_type === 'pedigree' ? UNABLE_TO_SAVE_PEDIGREE_SET : UNABLE_TO_SAVE_COHORT),
})

export const cohortEdit = endpoint({
  method: 'POST',
  path: '/cohort/edit',
  summary: 'Changes a cohort’s name and description.',
  audit: 'Change a cohort',
  changes: 'again',
  input: v.object({
    cohortid: id,
    name: v.nullish(nameSent),
    description: v.nullish(descriptionSent),
    version: versionSent,
  }),
  answer: v.unknown(),
  failure: () => UNABLE_TO_SAVE_COHORT,
})

export const cohortDelete = endpoint({
  method: 'DELETE',
  path: '/cohort/delete',
  summary: 'Deletes a cohort that nothing is built on.',
  audit: 'Delete a cohort',
  changes: 'again',
  input: v.object({ cohortid: id }),
  answer: v.unknown(),
  failure: () => unableToDelete('Cohort'),
})

export const cohortOverlap = endpoint({
  method: 'POST',
  path: '/cohort/overlap',
  summary: 'How many individuals exactly which of two to four cohorts hold.',
  capability: 'overlap',
  input: v.object({ cohortids: v.pipe(v.array(id), v.minLength(2), v.maxLength(4)) }),
  answer: listNamed('data', Overlap),
  failure: () => UNABLE_TO_GET_COHORTS,
})
