import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { CountRow, Split } from '#contract/shapes/shapes.ts'
import {
  count,
  countOrHidden,
  descriptionSent,
  id,
  nameSent,
  optionalId,
  textSent,
  rerunSent,
  versionSent,
} from '#contract/shapes/values.ts'
import { PEDIGREE_CONSTRAINTS } from '#domain/cohorts/cohorts.ts'
import { RELATIVES, RULE_MATCHES, STRATUM_FIELDS, UNKNOWN_CHOICES } from '#domain/cohorts/rules.ts'
import { RULE_LEVELS_MAX, RULE_NOTE_MAX, RULES_MAX, STRATUM_VALUES_MAX } from '#domain/limits.ts'
import { couldNotGetCohort, UNABLE_TO_PREVIEW_COHORT, UNABLE_TO_SAVE_COHORT } from '#domain/messages.ts'

/** Cohorts that are defined by a tree of rules (capability "rules"). */

const options = {
  unknown_as: v.nullish(v.picklist(UNKNOWN_CHOICES), 'unknown'),
  off: v.nullish(v.boolean(), false),
  note: v.nullish(v.pipe(v.string(), v.maxLength(RULE_NOTE_MAX)), ''),
}

const ConditionRule = v.object({
  variable_name: nameSent,
  constraint_type: nameSent,
  constraint_value: v.nullish(textSent),
  constraint_values: v.nullish(v.array(textSent)),
  ...options,
})

const MembershipRule = v.object({ cohortid: id, ...options })

/** Individuals of strata with one of the values (capability "rule-strata"). */
const StratumRule = v.object({
  stratum: v.picklist(STRATUM_FIELDS),
  values: v.pipe(v.array(textSent), v.minLength(1), v.maxLength(STRATUM_VALUES_MAX)),
  ...options,
})

const group = {
  match: v.picklist(RULE_MATCHES),
  /** The number of rules of `atLeast`. */
  count: v.nullish(count, 1),
  /** The group counts the matching members of the family. */
  relatives: v.nullish(
    v.object({ scope: v.picklist(RELATIVES), comparison: v.picklist(PEDIGREE_CONSTRAINTS), count }),
    null,
  ),
  /** The rules are about versions of one question (capability "rule-versions"); see `RuleGroup.areVersions`. */
  are_versions: v.nullish(v.boolean(), false),
  ...options,
}

type LeafSent =
  | v.InferOutput<typeof ConditionRule>
  | v.InferOutput<typeof MembershipRule>
  | v.InferOutput<typeof StratumRule>
type GroupOptions = Omit<v.InferOutput<typeof GroupBase>, 'rules'>
const GroupBase = v.object(group)

export interface RuleGroupSent extends GroupOptions {
  rules: RuleSent[]
}
/** A rule of a definition: a condition, membership of a cohort, a stratum, or a group. */
export type RuleSent = LeafSent | RuleGroupSent

type RuleInput =
  | v.InferInput<typeof ConditionRule>
  | v.InferInput<typeof MembershipRule>
  | v.InferInput<typeof StratumRule>
  | (v.InferInput<typeof GroupBase> & { rules: RuleInput[] })

/** Each level spelled out: a recursive schema would accept unlimited depth. */
// @__NO_SIDE_EFFECTS__
function ruleOf(levels: number): v.GenericSchema<RuleInput, RuleSent> {
  const leaf = v.union([ConditionRule, MembershipRule, StratumRule])
  if (levels === 0) return leaf
  return v.union([v.object({ ...group, rules: rulesOf(levels - 1) }), leaf])
}

// @__NO_SIDE_EFFECTS__
function rulesOf(levels: number) {
  return v.pipe(v.array(ruleOf(levels)), v.maxLength(RULES_MAX))
}

/** A definition of a cohort: a group of rules, with the version of this form. */
export const RuleDefinition = v.object({ version: v.literal(1), ...group, rules: rulesOf(RULE_LEVELS_MAX) })
export type RuleDefinition = v.InferOutput<typeof RuleDefinition>

/** The outcomes of one rule over the members of the parent; its position are the indexes from the top to it. */
const RuleCounts = v.object({ path: v.array(count), split: Split })
export type RuleCounts = v.InferOutput<typeof RuleCounts>

export const RulesPreview = v.object({
  data: v.array(CountRow),
  /** Null if a part of it is suppressed. */
  split: v.nullish(Split, null),
  /** Each rule that takes part, the top first. With MIN_CELL: only members that the user may read. */
  rules: v.array(RuleCounts),
  /**
   * The rules of an "all" top in their order, each over the members who match all of those before it; else the top alone
   * (capability "rule-steps"). The same individuals as `rules`.
   */
  steps: v.optional(v.array(RuleCounts)),
  /** Members that match only because unknown outcomes count as match, or as no match. */
  assumed: countOrHidden,
  /** Members who are relatives without data, known only as links between others. */
  placeholders: countOrHidden,
  /** Compared with the members of the saved cohort of the request. */
  changes: v.nullish(v.object({ entered: countOrHidden, left: countOrHidden, stayed: countOrHidden }), null),
  /** Collections of which no individual is counted, for want of access. */
  left_out: v.optional(v.array(v.string())),
})
export type RulesPreview = v.InferOutput<typeof RulesPreview>

export const rulesPreview = endpoint({
  method: 'POST',
  path: '/cohort/rules/preview',
  summary: 'The counts of a cohort by rules, in all and for each rule, before it is saved.',
  capability: 'rules',
  input: v.object({ parent_id: id, rules: RuleDefinition, cohortid: optionalId }),
  answer: RulesPreview,
  failure: () => UNABLE_TO_PREVIEW_COHORT,
})

export const rulesNew = endpoint({
  method: 'POST',
  path: '/cohort/rules/new',
  summary: 'Saves a cohort by rules.',
  audit: 'Save a cohort',
  changes: 'once',
  capability: 'rules',
  input: v.object({
    parent_id: id,
    rules: RuleDefinition,
    name: v.nullish(nameSent, ''),
    description: v.nullish(descriptionSent, ''),
    projectid: optionalId,
  }),
  answer: v.object({ new_cohort_id: id }),
  failure: () => UNABLE_TO_SAVE_COHORT,
})

export const rulesReplace = endpoint({
  method: 'POST',
  path: '/cohort/rules/replace',
  summary: 'Replaces a cohort by one of the same name, with new rules and a new id; its dependants are run again.',
  audit: 'Change a cohort',
  changes: 'once',
  capability: 'rules',
  input: v.object({
    cohortid: id,
    parent_id: id,
    rules: RuleDefinition,
    version: versionSent,
    /** Runs the cohorts again that depend on it (capability "rerun-dependants"). */
    rerun: rerunSent,
  }),
  answer: v.object({ new_cohort_id: id }),
  failure: () => UNABLE_TO_SAVE_COHORT,
})

export const rulesInfo = endpoint({
  method: 'GET',
  path: '/cohort/rules',
  summary: 'The definition of a cohort as rules; a subset is one condition, a compound set two memberships.',
  capability: 'rules',
  input: v.object({ cohortid: id }),
  answer: v.object({ parent_id: id, rules: RuleDefinition }),
  failure: ({ cohortid }) => couldNotGetCohort(cohortid),
})
