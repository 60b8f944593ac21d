import * as v from 'valibot'
import type { CohortDefinition } from '#contract/history.ts'
import { RuleDefinition, type RuleGroupSent, type RuleSent } from '#contract/rules.ts'
import { savedGroup } from '#contract/shapes/rules-of-definition.ts'
import { fromWire } from '#contract/shapes/wire-names.ts'
import { BY_RULES, PEDIGREE_CONSTRAINTS, isSetOperation } from '#domain/cohorts/cohorts.ts'
import { versionGroupsOf } from '#domain/cohorts/rules.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'

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

/** The versions of questions that the rules take as one, by their names. */
export function joinsInRules(rules: RuleDefinition | null): string[][] {
  const group = rules && savedGroup(fromWire(rules))
  return group ? versionGroupsOf(group) : []
}

/** Names of the variables of the rules. */
export function variablesInRules(rules: RuleDefinition | null): string[] {
  return (rules ? leavesOf(rules) : []).flatMap((rule) => ('variable_name' in rule ? [rule.variable_name] : []))
}

/** The first variable of each group of versions of a question: expressions name the group by it. */
export function versionsInRules({ are_versions, rules }: Pick<RuleGroupSent, 'are_versions' | 'rules'>): string[] {
  const [first] = rules
  return [
    ...(are_versions && first !== undefined && 'variable_name' in first ? [first.variable_name] : []),
    ...rules.flatMap((rule) => ('rules' in rule ? versionsInRules(rule) : [])),
  ]
}

/** The definition of a saved cohort as the request that saves it again. */
export function definitionOfCohort(cohort: SavedCohort): CohortDefinition {
  const { parent_id, secondparent_id, variable_name: variable, constraint_type: type, constraint_values } = cohort
  const rules = rulesOf(cohort)
  if (rules) return { parent_id, rules }
  if (isSetOperation(type)) return { parent_id, cohort_type: 'compound', constraint_type: type, secondparent_id }
  if (type !== 'PEDIGREE')
    return { parent_id, cohort_type: 'subset', variable, constraint_type: type, constraint_values }
  return {
    parent_id,
    cohort_type: 'pedigree',
    variable,
    constraint_type: cohort.affected_constraint_type,
    constraint_values,
    min_pedsize: cohort.min_pedsize,
    ped_constraint: PEDIGREE_CONSTRAINTS.find((known) => known === cohort.ped_constraint) ?? null,
    ped_constraint_count: cohort.ped_constraint_count,
  }
}

/** The cohorts on which a definition is built. */
export function cohortsOfDefinition(definition: CohortDefinition): readonly number[] {
  if ('rules' in definition) return [definition.parent_id, ...cohortsInRules(definition.rules)]
  return [definition.parent_id, definition.secondparent_id ?? ROOT_COHORT_ID]
}

export function variablesOfDefinition(definition: CohortDefinition): readonly string[] {
  if ('rules' in definition) return variablesInRules(definition.rules)
  return definition.variable == null ? [] : [definition.variable]
}

export function versionsInDefinition(definition: CohortDefinition): readonly string[] {
  return 'rules' in definition ? versionsInRules(definition.rules) : []
}

/** The same definition built on other cohorts. */
export function withCohortIds(definition: CohortDefinition, idOf: (id: number) => number): CohortDefinition {
  const parent_id = idOf(definition.parent_id)
  if (!('rules' in definition)) {
    const { secondparent_id: second } = definition
    return { ...definition, parent_id, ...(second != null && { secondparent_id: idOf(second) }) }
  }
  const one = (rule: RuleSent): RuleSent => {
    if ('rules' in rule) return group(rule)
    return 'cohortid' in rule ? { ...rule, cohortid: idOf(rule.cohortid) } : rule
  }
  const group = (sent: RuleGroupSent): RuleGroupSent => ({ ...sent, rules: sent.rules.map(one) })
  return { parent_id, rules: { ...definition.rules, rules: definition.rules.rules.map(one) } }
}
