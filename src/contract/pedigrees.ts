import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { count, countOrHidden, countOrZero, id, nameSent, textOrEmpty, textOrNull, textSent } from '#contract/values.ts'
import { PEDIGREES_AT_ONCE, PEDIGREES_AT_ONCE_MAX } from '#domain/limits.ts'
import { UNABLE_TO_GET_PEDIGREES } from '#domain/messages.ts'

const flag = v.nullish(v.boolean(), false)

/** One person of a pedigree; father, mother and twin are members of the same pedigree, or not known. */
export const PedigreeMember = v.object({
  individual_id: v.string(),
  father: textOrNull,
  mother: textOrNull,
  /** M, F, or not known. */
  sex: textOrNull,
  /** Null where the answer is missing, or no trait was asked for. */
  affected: v.nullish(v.boolean(), null),
  proband: flag,
  placeholder: flag,
  deceased: flag,
  twin_of: textOrNull,
  /** Of twins: from one egg, from two, or not known. */
  identical: v.nullish(v.boolean(), null),
})
export type PedigreeMember = v.InferOutput<typeof PedigreeMember>

export const PedigreeDrawing = v.object({
  family_id: textOrEmpty,
  affected: countOrZero,
  members: v.array(PedigreeMember),
})
export type PedigreeDrawing = v.InferOutput<typeof PedigreeDrawing>

/** The trait that marks the affected: a flag without a value, or a value of a categorical variable. */
const trait = { variable: v.nullish(nameSent), value: v.nullish(textSent) }

export const cohortPedigrees = endpoint({
  method: 'GET',
  path: '/cohort/pedigrees',
  summary: 'The pedigrees of a cohort, some at a time, to be drawn.',
  capability: 'pedigrees',
  input: v.object({
    cohortid: id,
    offset: v.optional(count, 0),
    limit: v.optional(v.pipe(count, v.minValue(1), v.maxValue(PEDIGREES_AT_ONCE_MAX)), PEDIGREES_AT_ONCE),
    /** The most affected first, or by the family's id. */
    order: v.optional(v.picklist(['affected', 'family']), 'family'),
    ...trait,
  }),
  answer: v.object({
    data: v.array(PedigreeDrawing),
    total: count,
    /** Families of the cohort that are left out: not all of their members may be read. */
    excluded: countOrHidden,
  }),
  failure: () => UNABLE_TO_GET_PEDIGREES,
})

export const cohortFam = endpoint({
  method: 'GET',
  path: '/cohort/fam',
  summary: 'The pedigrees of a cohort as PLINK .fam.',
  audit: 'Download pedigrees',
  capability: 'fam',
  files: ['text/plain'],
  input: v.object({ cohortid: id, filename: v.nullish(nameSent), ...trait }),
  answer: v.unknown(),
  failure: () => UNABLE_TO_GET_PEDIGREES,
})
