import * as v from 'valibot'
import { countOrHidden, id } from '#contract/shapes/values.ts'

/** Objects that a replacement changes too. */
export const Dependants = v.object({
  dependants: v.array(
    v.object({
      kind: v.picklist(['cohort', 'construct', 'varset']),
      id,
      name: v.string(),
      /** Members of a cohort; null if suppressed, unknown, or of another kind. */
      before: countOrHidden,
      after: countOrHidden,
    }),
  ),
  /** Why the dependants cannot be run again, or null. */
  problem: v.nullish(v.string(), null),
})
export type Dependants = v.InferOutput<typeof Dependants>
