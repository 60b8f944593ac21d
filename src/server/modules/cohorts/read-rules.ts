import type { RuleDefinition, RuleGroupSent, RuleSent } from '#contract/rules.ts'
import { conditionOfFields, fieldsOfCondition } from '#contract/shapes/constraint-fields.ts'
import { fromWire, toWire } from '#contract/shapes/wire-names.ts'
import { rulesProblem, type Rule, type RuleGroup } from '#domain/cohorts/rules.ts'
import { isOperator } from '#domain/conditions/operators.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { RulesPlan } from '#server/engine/cohorts/rules.ts'
import { readCondition } from '#server/engine/conditions/read-condition.ts'
import { requireVariable } from '#server/engine/conditions/read-definitions.ts'
import { cohortsInRules, rulesOf, type SavedCohort } from '#server/model/cohort.ts'
import type { User } from '#server/model/user.ts'
import type { AnyVariable, UserVariables } from '#server/model/variable.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { meaningless } from '#server/platform/http/refusal.ts'
import { createPause } from '#server/platform/scheduling/yield.ts'
import { requireCohorts } from '#server/store/cohorts/cohorts.ts'

interface RulesSent {
  readonly parent_id: number
  readonly rules: RuleDefinition
}

/** Rules with all names and cohorts resolved and all conditions validated. */
export async function readRules(
  connection: Connection,
  variables: UserVariables,
  user: User,
  { parent_id, rules }: RulesSent,
): Promise<RulesPlan> {
  // Counted before conditions are read: reading one may take a statement.
  const problem = rulesProblem(treeOf(rules))
  if (problem !== null) throw meaningless(problem, 'rules')
  const top = await readGroup(connection, variables, rules, createPause(connection.scope.signal ?? undefined))
  await requireCohorts(connection, user, [parent_id, ...cohortsInRules(rules)])
  return {
    parentId: parent_id,
    reader: user,
    rules: top,
    definition: { version: 1, ...sentOfGroup(top) },
  }
}

/** The groups of rules; a membership stands for each other rule. */
function treeOf(sent: RuleGroupSent | RuleDefinition): RuleGroup<AnyVariable> {
  const { match, count, relatives, are_versions: areVersions } = sent
  const rules = sent.rules.map((rule): Rule<AnyVariable> => {
    return 'rules' in rule ? treeOf(rule) : { kind: 'cohort', cohortId: ROOT_COHORT_ID, ...optionsOf(rule) }
  })
  return { kind: 'group', match, count, relatives, areVersions, rules, ...optionsOf(sent) }
}

async function readGroup(
  connection: Connection,
  variables: UserVariables,
  sent: RuleGroupSent | RuleDefinition,
  pause: () => Promise<void>,
): Promise<RuleGroup<AnyVariable>> {
  const rules: Rule<AnyVariable>[] = []
  for (const rule of sent.rules) {
    rules.push(await readRule(connection, variables, rule, pause))
    await pause()
  }
  const { match, count, relatives, are_versions: areVersions } = sent
  return { kind: 'group', match, count, relatives, areVersions, rules, ...optionsOf(sent) }
}

async function readRule(
  connection: Connection,
  variables: UserVariables,
  sent: RuleSent,
  pause: () => Promise<void>,
): Promise<Rule<AnyVariable>> {
  if ('rules' in sent) return readGroup(connection, variables, sent, pause)
  if ('cohortid' in sent) return { kind: 'cohort', cohortId: sent.cohortid, ...optionsOf(sent) }
  if ('stratum' in sent) return { kind: 'stratum', field: sent.stratum, values: sent.values, ...optionsOf(sent) }
  const variable = requireVariable(variables, sent.variable_name)
  const condition = await readCondition(connection, variable.dataType, {
    operator: sent.constraint_type,
    values: conditionOfFields(fromWire(sent))?.values ?? [],
  })
  return { kind: 'condition', variable, condition, ...optionsOf(sent) }
}

function optionsOf({ unknown_as: unknownAs, off: isOff, note }: Pick<RuleSent, 'unknown_as' | 'off' | 'note'>) {
  return { unknownAs, isOff, note }
}

function sentOfGroup(group: RuleGroup<AnyVariable>): RuleGroupSent {
  const { match, count, relatives, areVersions, rules } = group
  return { match, count, relatives, are_versions: areVersions, ...sentOfOptions(group), rules: rules.map(sentOf) }
}

function sentOf(rule: Rule<AnyVariable>): RuleSent {
  if (rule.kind === 'group') return sentOfGroup(rule)
  if (rule.kind === 'cohort') return { cohortid: rule.cohortId, ...sentOfOptions(rule) }
  if (rule.kind === 'stratum') return { stratum: rule.field, values: [...rule.values], ...sentOfOptions(rule) }
  const { variable, condition } = rule
  return { ...conditionSent(variable.name, condition), ...sentOfOptions(rule) }
}

function sentOfOptions({ unknownAs, isOff, note }: Rule<AnyVariable>): Pick<RuleSent, 'unknown_as' | 'off' | 'note'> {
  return { unknown_as: unknownAs, off: isOff, note }
}

function conditionSent(name: string, condition: Parameters<typeof fieldsOfCondition>[0]) {
  const { constraint_value, constraint_values } = toWire<{
    constraint_value?: string | null | undefined
    constraint_values?: string[] | null | undefined
  }>(fieldsOfCondition(condition))
  return { variable_name: name, constraint_type: condition.operator, constraint_value, constraint_values }
}

const NO_OPTIONS = { unknown_as: 'unknown', off: false, note: '' } as const

/** Of a group of rules without relatives and versions. */
export const RULE_GROUP = { count: 1, relatives: null, are_versions: false, ...NO_OPTIONS } as const

export function memberOf(cohortid: number): RuleSent {
  return { cohortid, ...NO_OPTIONS }
}

export function allOf(rules: readonly RuleSent[]): RuleGroupSent {
  return { ...RULE_GROUP, match: 'all', rules: [...rules] }
}

/** The definition of a saved cohort as rules; null for a pedigree cohort, whose families are no rule of an individual. */
export function rulesOfSaved(cohort: SavedCohort): RulesSent | null {
  const { parent_id, secondparent_id, variable_name, constraint_type, constraint_values } = cohort
  const rules = rulesOf(cohort)
  if (rules) return { parent_id, rules }
  const group = { version: 1, ...RULE_GROUP } as const
  if (secondparent_id !== null) {
    const second = memberOf(secondparent_id)
    switch (constraint_type) {
      case 'INTERSECT':
        return { parent_id, rules: { ...group, match: 'all', rules: [second] } }
      case 'SUBTRACT':
        return { parent_id, rules: { ...group, match: 'none', rules: [second] } }
      default:
        return { parent_id: ROOT_COHORT_ID, rules: { ...group, match: 'any', rules: [memberOf(parent_id), second] } }
    }
  }
  if (variable_name === null || !isOperator(constraint_type)) return null
  const condition = conditionSent(variable_name, { operator: constraint_type, values: constraint_values })
  return { parent_id, rules: { ...group, match: 'all', rules: [{ ...condition, ...NO_OPTIONS }] } }
}
