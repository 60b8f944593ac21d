import * as v from 'valibot'
import { RuleDefinition, type RuleSent } from '#contract/rules.ts'
import { CohortDraft } from '#contract/shapes/cohort-draft.ts'
import { ConstructDraft } from '#contract/shapes/construct-draft.ts'
import type { Named } from '#contract/shapes/wire-names.ts'

/** Definitions that refer to each other by their place in a list instead of by the ids of a server. */

/** The parent of a cohort: All Individuals, or an earlier step by index. */
const Source = v.union([v.literal('all'), v.pipe(v.number(), v.integer(), v.minValue(0))])

const DraftStep = v.object({
  ...v.omit(CohortDraft, ['parent_id', 'secondparent_id', 'projectid']).entries,
  from: Source,
  second: v.nullish(Source),
})
export type CohortStep = Named<v.InferOutput<typeof DraftStep>>

/** A cohort by rules. In its rules the cohort 1 is All Individuals, and n an earlier step at index n - 2. */
const RulesStep = v.object({
  cohort_type: v.literal('rules'),
  name: v.string(),
  description: v.nullish(v.string(), ''),
  from: Source,
  rules: RuleDefinition,
})
export type RulesStep = Named<v.InferOutput<typeof RulesStep>>

/** The place of an earlier step in rules. */
export const RULES_PLACE = 2

/** A list of cohorts; ancestors come first. */
export const CohortSteps = v.pipe(
  v.array(v.variant('cohort_type', [DraftStep, RulesStep])),
  v.check((steps) =>
    steps.every(
      (step, place) =>
        isBefore(step.from, place) &&
        (step.cohort_type === 'rules'
          ? step.rules.rules.flatMap(testedBy).every((id) => isBefore(id - RULES_PLACE, place))
          : isBefore(step.second, place)),
    ),
  ),
)

function isBefore(source: 'all' | number | null | undefined, place: number): boolean {
  return typeof source !== 'number' || source < place
}

function testedBy(rule: RuleSent): number[] {
  if ('rules' in rule) return rule.rules.flatMap(testedBy)
  return 'cohortid' in rule ? [rule.cohortid] : []
}

/** A custom variable; its custom sources are earlier steps, under the names used here. */
export const CustomVariableStep = v.omit(ConstructDraft, ['projectid'])
export type CustomVariableStep = Named<v.InferOutput<typeof CustomVariableStep>>
