import * as v from 'valibot'
import { RuleDefinition, type RuleGroupSent, type RuleSent } from '#contract/rules.ts'
import { BY_RULES } from '#domain/cohorts/cohorts.ts'

/** A saved cohort as its row has it. */
export const CohortRow = v.object({
  cohortid: v.number(),
  projectid: v.number(),
  name: v.string(),
  description: v.string(),
  parent_id: v.number(),
  secondparent_id: v.nullable(v.number()),
  variable_name: v.nullable(v.string()),
  constraint_type: v.string(),
  constraint_values: v.array(v.string()),
  affected_constraint_type: v.nullable(v.string()),
  min_pedsize: v.nullable(v.number()),
  ped_constraint: v.nullable(v.string()),
  ped_constraint_count: v.nullable(v.number()),
  rowcount: v.number(),
  collections: v.array(v.string()),
  /** Members that the first parent has too. */
  kept: v.nullable(v.number()),
  /** Members of a SUBTRACT whose membership in the second cohort is unknown; null before the count. */
  undecided: v.nullable(v.number()),
  /**
   * When the members were counted, in milliseconds; null, like the following columns, for cohorts of an earlier
   * version.
   */
  counted_at: v.nullable(v.number()),
  counted_people: v.nullable(v.number()),
  counted_answers: v.nullable(v.string()),
  /** Members who were withdrawn after the count, and those of them that the first parent had too. */
  withdrawn: v.number(),
  withdrawn_kept: v.number(),
})

export type SavedCohort = v.InferOutput<typeof CohortRow>

/** The columns that define a cohort. */
export type CohortColumns = Pick<SavedCohort, 'parent_id' | 'constraint_type'> & {
  readonly constraint_values: readonly string[]
} & Partial<
    Pick<
      SavedCohort,
      | 'secondparent_id'
      | 'variable_name'
      | 'affected_constraint_type'
      | 'min_pedsize'
      | 'ped_constraint'
      | 'ped_constraint_count'
    >
  >

function leavesOf(rule: RuleSent | RuleDefinition): Exclude<RuleSent, RuleGroupSent>[] {
  return 'rules' in rule ? rule.rules.flatMap(leavesOf) : [rule]
}

const StoredRules = v.pipe(v.string(), v.parseJson(), RuleDefinition)

/** The columns of a cohort by rules: the definition as JSON is its only value. */
export function columnsOfRules(rules: RuleDefinition): Pick<CohortColumns, 'constraint_type' | 'constraint_values'> {
  return { constraint_type: BY_RULES, constraint_values: [JSON.stringify(rules)] }
}

/** The definition of a cohort by rules; null for any other cohort. */
export function rulesOf({
  constraint_type,
  constraint_values,
}: Pick<CohortColumns, 'constraint_type' | 'constraint_values'>): RuleDefinition | null {
  return constraint_type === BY_RULES ? v.parse(StoredRules, constraint_values[0]) : null
}

/** Cohorts whose membership the rules test. */
export function cohortsInRules(rules: RuleDefinition | null): ReadonlySet<number> {
  return new Set((rules ? leavesOf(rules) : []).flatMap((rule) => ('cohortid' in rule ? [rule.cohortid] : [])))
}

/** Names of the variables of the rules. */
export function variablesInRules(rules: RuleDefinition | null): string[] {
  return (rules ? leavesOf(rules) : []).flatMap((rule) => ('variable_name' in rule ? [rule.variable_name] : []))
}
