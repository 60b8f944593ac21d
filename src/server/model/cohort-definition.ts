import type { CohortDefinition } from '#contract/history.ts'
import type { RuleGroupSent, RuleSent } from '#contract/rules.ts'
import { PEDIGREE_CONSTRAINTS, isSetOperation } from '#domain/cohorts/cohorts.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { cohortsInRules, rulesOf, variablesInRules, type SavedCohort } from '#server/model/cohort.ts'

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
