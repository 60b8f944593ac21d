import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { count, countOrHidden, id, textOrNull } from '#contract/shapes/values.ts'
import {
  UNABLE_TO_COUNT_ANSWERS,
  UNABLE_TO_GET_RELEASES,
  UNABLE_TO_PREVIEW_COHORT,
  UNABLE_TO_SAVE_COHORT,
} from '#domain/messages.ts'

/** Data releases, and cohorts on later data (capability "releases"). Not in files that the first screen loads. */

const Release = v.object({
  name: v.string(),
  made_at: v.string(),
  individuals: count,
  variables: count,
  /** Individuals added since the release before. */
  added: count,
  /** Answers of known individuals that were corrected; null if it is hidden. */
  corrected: countOrHidden,
  /** Individuals who withdrew their consent: this release is the first without their answers. Null if it is hidden. */
  withdrawn: countOrHidden,
  /** SHA-256 of the content without individuals who were withdrawn later; null until it is computed. */
  content_hash: textOrNull,
})

export const releasesInfo = endpoint({
  method: 'GET',
  path: '/releases',
  summary: 'The releases of the research data, the present one first.',
  capability: 'releases',
  input: v.object({}),
  answer: v.object({ data: v.array(Release) }),
  failure: () => UNABLE_TO_GET_RELEASES,
})

/**
 * Why individuals enter or leave a cohort on later data: they were added to the data, received a record of the
 * variable's form, or their answer to the variable became known, became unknown, or was corrected. Or they withdrew their
 * consent: members leave, and individuals without a record may enter.
 */
export const RELEASE_CAUSES = ['added', 'record', 'answered', 'unknown', 'corrected', 'withdrawn', 'related'] as const
export type ReleaseCause = (typeof RELEASE_CAUSES)[number]

const Cause = v.object({
  cause: v.picklist(RELEASE_CAUSES),
  /** Null for individuals who were added or withdrawn, and where answers of relatives or members of other cohorts are the cause. */
  variable_name: textOrNull,
  entered: count,
  left: count,
})

export const CohortToday = v.object({
  /** The release that the members were counted on; null if it is from before there were releases. */
  made_on: textOrNull,
  today: v.string(),
  before: countOrHidden,
  /** The size on the present data; null if it cannot be run again, or if it is hidden (MIN_CELL). */
  after: countOrHidden,
  changes: v.nullish(v.object({ entered: count, left: count, stayed: count }), null),
  /** An individual may be counted for several variables. */
  causes: v.array(Cause),
  /** The cohorts that are run again with it, in order: those that it is built on, and all that are built on these. */
  rerun: v.array(v.object({ cohortid: id, name: v.string() })),
  /** Why it cannot be run again, or null. */
  problem: textOrNull,
})
export type CohortToday = v.InferOutput<typeof CohortToday>

export const cohortToday = endpoint({
  method: 'POST',
  path: '/cohort/today',
  summary: 'What a saved cohort would be on the present data, and why individuals enter or leave it; changes nothing.',
  capability: 'releases',
  input: v.object({ cohortid: id }),
  answer: CohortToday,
  failure: () => UNABLE_TO_PREVIEW_COHORT,
})

/** A custom variable or a variable set on the present data, and on those of its definition. */
const DefinitionToday = v.object({
  /** The release that was present when it was last changed; null if that is unknown. */
  made_on: textOrNull,
  today: textOrNull,
  /**
   * Individuals that the user may read with an answer to all its variables, on the two releases; null if they are the
   * same release, or if the variables are too many.
   */
  before: v.nullable(count),
  after: v.nullable(count),
  /** Individuals with each value of a custom variable, or with an answer to each variable of a set. */
  parts: v.array(v.object({ name: v.string(), before: count, after: count })),
})
export type DefinitionToday = v.InferOutput<typeof DefinitionToday>

export const definitionToday = endpoint({
  method: 'GET',
  path: '/definition/today',
  summary: 'How many answers a custom variable or a variable set has now, and had on the release of its definition.',
  capability: 'releases',
  input: v.object({ kind: v.picklist(['construct', 'varset']), id }),
  answer: DefinitionToday,
  failure: () => UNABLE_TO_COUNT_ANSWERS,
})

export const cohortRerun = endpoint({
  method: 'POST',
  path: '/cohort/rerun',
  summary: 'Runs a cohort again on the present data, with those that it is built on and all that are built on these.',
  audit: 'Run a cohort again',
  changes: 'once',
  capability: 'releases',
  input: v.object({ cohortid: id }),
  answer: v.object({ new_cohort_id: id }),
  failure: () => UNABLE_TO_SAVE_COHORT,
})
