import * as v from 'valibot'
import { countOrZero } from '#contract/shapes/values.ts'

/** Whether an account has a second factor, whether it is required, and the number of recovery codes left. */
export const SecondFactor = v.object({
  is_on: v.boolean(),
  is_required: v.nullish(v.boolean(), false),
  recovery_codes_left: countOrZero,
})
export type SecondFactor = v.InferOutput<typeof SecondFactor>
