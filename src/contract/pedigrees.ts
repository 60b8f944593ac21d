import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import {
  count,
  countOrHidden,
  countOrZero,
  id,
  nameSent,
  textOrEmpty,
  textOrNull,
  textSent,
} from '#contract/shapes/values.ts'
import { PEDIGREES_AT_ONCE, PEDIGREES_AT_ONCE_MAX } from '#domain/limits.ts'
import { UNABLE_TO_GET_PEDIGREES } from '#domain/messages.ts'

const flag = v.nullish(v.boolean(), false)

/** One member of a pedigree; father, mother and twin are members of the same pedigree, or unknown. */
export const PedigreeMember = v.object({
  individual_id: v.string(),
  father: textOrNull,
  mother: textOrNull,
  /** M, F, or unknown. */
  sex: textOrNull,
  /** Null if the answer is missing or the request names no trait. */
  affected: v.nullish(v.boolean(), null),
  proband: flag,
  placeholder: flag,
  deceased: flag,
  twin_of: textOrNull,
  /** Monozygotic twins: true; dizygotic: false; null if unknown. */
  identical: v.nullish(v.boolean(), null),
})
export type PedigreeMember = v.InferOutput<typeof PedigreeMember>

export const PedigreeDrawing = v.object({
  family_id: textOrEmpty,
  affected: countOrZero,
  members: v.array(PedigreeMember),
})
export type PedigreeDrawing = v.InferOutput<typeof PedigreeDrawing>

/** The trait of the affected: a flag without a value, or one value of a categorical variable. */
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
    /** Most affected members first, or by family id. */
    order: v.optional(v.picklist(['affected', 'family']), 'family'),
    ...trait,
  }),
  answer: v.object({
    data: v.array(PedigreeDrawing),
    total: count,
    /** Families of the cohort excluded because some of their members are not readable. */
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

export const cohortPhenopackets = endpoint({
  method: 'GET',
  path: '/cohort/phenopackets',
  summary: 'The pedigrees of a cohort as Family messages of GA4GH Phenopackets 2.0.',
  audit: 'Download pedigrees as Phenopackets',
  capability: 'phenopackets',
  files: ['application/x-ndjson', 'application/json'],
  input: v.object({
    cohortid: id,
    /** Only the family of this individual, as one JSON document. */
    member: v.nullish(nameSent),
    filename: v.nullish(nameSent),
    ...trait,
  }),
  answer: v.unknown(),
  failure: () => UNABLE_TO_GET_PEDIGREES,
})
