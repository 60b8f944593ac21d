import * as v from 'valibot'
import { definitionOf } from '#contract/shapes/shapes.ts'
import { count, descriptionSent, id, nameSent, optionalId, textSent } from '#contract/shapes/values.ts'
import { PEDIGREE_CONSTRAINTS } from '#domain/cohorts/cohorts.ts'
import { CONSTRUCT_TYPES } from '#domain/custom-variables/custom-variables.ts'
import { FORMULA_LENGTH_MAX } from '#domain/limits.ts'

/** Requests that create cohorts and custom variables; lengths are limited. */

export const CohortDraft = v.object({
  parent_id: id,
  name: v.nullish(nameSent, ''),
  description: v.nullish(descriptionSent, ''),
  cohort_type: v.picklist(['subset', 'compound', 'pedigree']),
  variable: v.nullish(nameSent),
  constraint_type: v.nullish(nameSent),
  constraint_value: v.nullish(textSent),
  constraint_values: v.nullish(v.array(textSent)),
  secondparent_id: optionalId,
  min_pedsize: v.nullish(count),
  ped_constraint: v.nullish(v.picklist(PEDIGREE_CONSTRAINTS)),
  ped_constraint_count: v.nullish(count),
  projectid: optionalId,
})
export type CohortDraft = v.InferOutput<typeof CohortDraft>

const ConstraintSent = v.object({
  variable_name: nameSent,
  constraint_type: nameSent,
  constraint_value: v.nullish(textSent),
  constraint_values: v.nullish(v.array(textSent)),
})

const ValueSent = v.object({
  name: nameSent,
  description: v.nullish(textSent, ''),
  definition: definitionOf(ConstraintSent),
  order: v.nullish(v.number()),
})

export const ConstructDraft = v.object({
  name: nameSent,
  construct_type: v.picklist(CONSTRUCT_TYPES),
  defaultValue: v.nullish(nameSent, ''),
  description: v.nullish(descriptionSent, ''),
  variables: v.array(nameSent),
  variable_limit: v.nullish(v.number()),
  values: v.array(ValueSent),
  /** Only for a score, instead of values. */
  formula: v.nullish(v.pipe(v.string(), v.maxLength(FORMULA_LENGTH_MAX)), ''),
  projectid: optionalId,
})
export type ConstructDraft = v.InferOutput<typeof ConstructDraft>
