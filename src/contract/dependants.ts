import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { RuleDefinition } from '#contract/rules.ts'
import { ConstructDraft } from '#contract/shapes/construct-draft.ts'
import { id, countOrHidden } from '#contract/shapes/values.ts'
import { FAILED_TO_SAVE_CUSTOM_VARIABLE, UNABLE_TO_PREVIEW_COHORT } from '#domain/messages.ts'

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

/** The objects that a replacement changes too (capability "rerun-dependants"). */

export const rulesDependants = endpoint({
  method: 'POST',
  path: '/cohort/rules/dependants',
  summary: 'The cohorts that depend on a cohort, with their sizes before and after its replacement.',
  capability: 'rerun-dependants',
  input: v.object({ cohortid: id, parent_id: id, rules: RuleDefinition }),
  answer: Dependants,
  failure: () => UNABLE_TO_PREVIEW_COHORT,
})

export const constructDependants = endpoint({
  method: 'POST',
  path: '/construct/dependants',
  summary: 'What depends on a custom variable; of cohorts the sizes before and after its replacement.',
  capability: 'rerun-dependants',
  input: v.object({ ...ConstructDraft.entries, constructid: id }),
  answer: Dependants,
  failure: () => FAILED_TO_SAVE_CUSTOM_VARIABLE,
})
