import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { ConstructDraft } from '#contract/shapes/drafts.ts'
import { FiveNumbers } from '#contract/shapes/shapes-of-descriptions.ts'
import { leftOut } from '#contract/shapes/shapes-of-extensions.ts'
import { Construct, Variable, Split } from '#contract/shapes/shapes.ts'
import {
  descriptionSent,
  id,
  listNamed,
  nameSent,
  optionalId,
  rerunSent,
  versionSent,
  count,
  countOrHidden,
  notCounted,
  textOrNull,
} from '#contract/shapes/values.ts'
import {
  FAILED_TO_SAVE_CUSTOM_VARIABLE,
  UNABLE_TO_GET_CUSTOM_VARIABLES,
  unableToDelete,
  unableToGetCustomVariablesOfProject,
} from '#domain/messages.ts'

export const ConstructPreview = v.object({
  /** Individuals with the value (count); those whose definition matches, but who have an earlier value (also). */
  values: v.array(v.object({ name: v.string(), count: countOrHidden, also_matched: countOrHidden })),
  /** Matched by no definition. */
  default: countOrHidden,
  /** [UNK] */
  unknown: countOrHidden,
  /** No form of any source exists. */
  no_record: countOrHidden,
  /** A form exists, but none of the sources was answered: no value either. */
  no_answer: v.nullish(count, null),
  ...notCounted,
  /** Individuals with the default or [UNK] that lack one of several sources. */
  partly_missing: v.nullish(v.object({ default: countOrHidden, unknown: countOrHidden }), null),
  /** Individuals who match a value's definition but have an earlier value: the largest pairs of each value, none empty. */
  overlaps: v.nullish(v.array(v.object({ value: v.string(), taken_by: v.string(), count: countOrHidden })), []),
  split: v.nullish(Split, null),
  cross: v.nullish(
    v.object({
      variable_name: v.string(),
      /** Value, answer to the other variable, count. */
      data: v.array(v.tuple([textOrNull, textOrNull, countOrHidden])),
    }),
    null,
  ),
  /** Only for a score, instead of values: the numbers of the individuals that the user may read. */
  score: v.nullish(
    v.object({
      answered: count,
      mean: v.nullable(v.number()),
      /** The sample standard deviation; null for fewer than two individuals. */
      sd: v.nullable(v.number()),
      quantiles: v.nullable(FiveNumbers),
      bins: v.array(v.object({ from: v.number(), to: v.number(), count: v.number() })),
    }),
    null,
  ),
  left_out: leftOut,
})
export type ConstructPreview = v.InferOutput<typeof ConstructPreview>

/**
 * Counts a draft before it is saved. A value without a constraint matches nothing; combinations without a value are
 * [UNK].
 */
export const constructPreview = endpoint({
  method: 'POST',
  path: '/construct/preview',
  summary: 'The counts of a custom variable’s values, before it is saved.',
  capability: 'construct-preview',
  input: v.object({
    ...ConstructDraft.entries,
    name: v.nullish(nameSent, ''),
    cohortid: optionalId,
    /** Another variable, cross-tabulated with the values. */
    cross: v.nullish(nameSent),
  }),
  answer: ConstructPreview,
  failure: () => UNABLE_TO_GET_CUSTOM_VARIABLES,
})

const saved = v.object({ constructid: id, variable_name: v.string() })

export const constructList = endpoint({
  method: 'GET',
  path: '/construct/list',
  summary: 'One’s custom variables, or those of a project.',
  input: v.object({ projectid: optionalId }),
  answer: listNamed('custom_vars', Variable),
  failure: ({ projectid }) =>
    projectid ? unableToGetCustomVariablesOfProject(projectid) : UNABLE_TO_GET_CUSTOM_VARIABLES,
})

export const constructInfo = endpoint({
  method: 'GET',
  path: '/construct/info',
  summary: 'A custom variable with its definition.',
  /** The id, or the variable's name. */
  input: v.object({ constructid: v.union([nameSent, v.number()]) }),
  answer: listNamed('custom_vars', Construct),
  failure: () => UNABLE_TO_GET_CUSTOM_VARIABLES,
})

export const constructNew = endpoint({
  method: 'POST',
  path: '/construct/new',
  summary: 'Saves a custom variable.',
  audit: 'Save a custom variable',
  changes: 'once',
  input: ConstructDraft,
  answer: saved,
  failure: () => FAILED_TO_SAVE_CUSTOM_VARIABLE,
})

export const constructEdit = endpoint({
  method: 'POST',
  path: '/construct/edit',
  summary: 'Changes a custom variable’s name and description.',
  audit: 'Change a custom variable',
  changes: 'again',
  input: v.object({
    constructid: id,
    name: v.nullish(nameSent),
    description: v.nullish(descriptionSent),
    version: versionSent,
  }),
  answer: v.unknown(),
  failure: () => FAILED_TO_SAVE_CUSTOM_VARIABLE,
})

export const constructCopy = endpoint({
  method: 'POST',
  path: '/construct/copy',
  summary: 'Copies a custom variable to another project.',
  audit: 'Copy a custom variable',
  changes: 'once',
  input: v.object({ constructid: id, projectid: id, name: v.nullish(nameSent) }),
  answer: saved,
  failure: () => FAILED_TO_SAVE_CUSTOM_VARIABLE,
})

export const constructDelete = endpoint({
  method: 'DELETE',
  path: '/construct/delete',
  summary: 'Deletes a custom variable that nothing is built on.',
  audit: 'Delete a custom variable',
  changes: 'again',
  input: v.object({ constructid: id }),
  answer: v.unknown(),
  failure: () => unableToDelete('Custom Variable'),
})

export const constructReplace = endpoint({
  method: 'POST',
  path: '/construct/replace',
  summary: 'Replaces a custom variable by a new definition, with a new id; its dependants are run again.',
  audit: 'Change a custom variable',
  changes: 'once',
  capability: 'construct-replace',
  input: v.object({
    ...ConstructDraft.entries,
    constructid: id,
    version: versionSent,
    /** Runs dependants again (capability "rerun-dependants"). */
    rerun: rerunSent,
  }),
  answer: saved,
  failure: () => FAILED_TO_SAVE_CUSTOM_VARIABLE,
})
