import * as v from 'valibot'
import { count, descriptionSent, id, nameSent, optionalId, textSent } from '#contract/shapes/values.ts'
import { PEDIGREE_CONSTRAINTS } from '#domain/cohorts/cohorts.ts'

/** A request that creates a cohort; lengths are limited. */
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
