import * as v from 'valibot'
import { definitionOf } from '#contract/shapes/shapes.ts'
import { descriptionSent, nameSent, optionalId, textSent } from '#contract/shapes/values.ts'
import { CONSTRUCT_TYPES } from '#domain/custom-variables/construct-types.ts'
import { FORMULA_LENGTH_MAX } from '#domain/limits.ts'

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

/** A request that creates a custom variable; lengths are limited. */
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
