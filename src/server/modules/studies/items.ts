import * as v from 'valibot'
import type { CohortDefinition, ConstructDefinition, ObjectDefinition } from '#contract/history.ts'
import { RuleDefinition } from '#contract/rules.ts'
import { conditionOfFields, fieldsOfCondition } from '#contract/shapes/constraint-fields.ts'
import { groupOf, rulesSent, savedGroup } from '#contract/shapes/rules-of-definition.ts'
import type { Constraint, Definition } from '#contract/shapes/shapes.ts'
import { fromWire, toWire } from '#contract/shapes/wire-names.ts'
import { isSetOperation } from '#domain/cohorts/cohorts.ts'
import { NO_RULE_OPTIONS, type Rule, type RuleGroup } from '#domain/cohorts/rules.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import { isCustomVariableKind, SCORE } from '#domain/custom-variables/construct-types.ts'
import { isNoDefault } from '#domain/custom-variables/custom-variables.ts'
import { DEFAULT_MINIMUM_PEDIGREE_SIZE, ROOT_COHORT_ID, UNKNOWN_VALUE } from '#domain/limits.ts'
import type { CohortTerm, SavedItem, ScoreItem, VariableItem } from '#domain/study/study.ts'

/** The definition of a saved object as a declaration; null if it has an operator that this version does not know. */
export function itemOfDefinition({ name, description, ...definition }: ObjectDefinition): SavedItem | null {
  const { variables, cohort, construct } = definition
  if (variables) return { kind: 'set', name, description, variables }
  if (construct) return customItem(construct, { name, description })
  const term = cohort && termOf(cohort)
  return term && { kind: 'cohort', name, description, term }
}

function termOf(cohort: CohortDefinition): CohortTerm | null {
  const parentId = cohort.parent_id
  if ('rules' in cohort) {
    const top = savedGroup(fromWire(cohort.rules))
    return top && { kind: 'rules', parentId, top }
  }
  const { cohort_type, constraint_type, secondparent_id, variable } = cohort
  if (cohort_type === 'compound') {
    const operation = constraint_type ?? ''
    return isSetOperation(operation)
      ? { kind: 'compound', operation, parentId, secondId: secondparent_id ?? ROOT_COHORT_ID }
      : null
  }
  if (cohort_type === 'pedigree' && !variable) return { kind: 'pedigree', parentId, criterion: null }
  const condition = conditionOfFields({ constraintType: constraint_type, constraintValues: cohort.constraint_values })
  if (!condition || !variable) return null
  if (cohort_type === 'subset') return { kind: 'subset', parentId, variable, condition }
  const criterion = {
    variable,
    condition,
    comparison: cohort.ped_constraint ?? 'min',
    count: cohort.ped_constraint_count ?? 0,
    minimumSize: cohort.min_pedsize ?? DEFAULT_MINIMUM_PEDIGREE_SIZE,
  }
  return { kind: 'pedigree', parentId, criterion }
}

type Naming = Pick<ObjectDefinition, 'name' | 'description'>

function customItem(construct: ConstructDefinition, naming: Naming): VariableItem | ScoreItem | null {
  const { construct_type: type, defaultValue, variables, values } = construct
  if (type === SCORE) return { kind: 'score', ...naming, formula: construct.formula }
  const found = values.flatMap(({ name, description, definition }) => {
    const rules = groupOfDefinition(definition)
    return rules ? [{ name, description, rules }] : []
  })
  if (found.length < values.length || !isCustomVariableKind(type)) return null
  const value = isNoDefault(defaultValue) ? '' : defaultValue
  return { kind: 'variable', ...naming, type, sources: variables, values: found, defaultValue: value }
}

function groupOfDefinition({ relationship, constraints }: Definition): RuleGroup<string> | null {
  const rules = constraints.flatMap((part): Rule<string>[] => {
    if ('relationship' in part) return [groupOfDefinition(part) ?? []].flat()
    // Not fromWire, which takes long for a thousand values.
    const { variable_name: variable, constraint_type, constraint_value, constraint_values } = part
    const condition = conditionOfFields({
      constraintType: constraint_type,
      constraintValue: constraint_value,
      constraintValues: constraint_values,
    })
    return condition ? [{ ...NO_RULE_OPTIONS, kind: 'condition', variable, condition }] : []
  })
  return rules.length < constraints.length ? null : groupOf(relationship === 'AND' ? 'all' : 'any', rules)
}

/** The definition that a declaration is saved as. */
export function definitionOfItem(item: SavedItem): ObjectDefinition {
  const { name, description } = item
  const none = { name, description, variables: null, cohort: null, construct: null }
  switch (item.kind) {
    case 'set':
      return { ...none, variables: [...item.variables] }
    case 'cohort':
      return { ...none, cohort: definitionOfTerm(item.term) }
    case 'score':
      return {
        ...none,
        construct: { construct_type: SCORE, defaultValue: '', variables: [], values: [], formula: item.formula },
      }
    case 'variable': {
      const { type, sources, values, defaultValue } = item
      return {
        ...none,
        construct: {
          construct_type: type,
          defaultValue: defaultValue === '' ? UNKNOWN_VALUE : defaultValue,
          variables: [...sources],
          values: values.map((value, order) => ({
            name: value.name,
            description: value.description,
            definition: definitionOfGroup(value.rules),
            order,
          })),
          formula: '',
        },
      }
    }
  }
}

function definitionOfTerm(term: CohortTerm): CohortDefinition {
  const { parentId: parent_id } = term
  switch (term.kind) {
    case 'rules':
      return {
        parent_id,
        rules: v.parse(RuleDefinition, toWire<v.InferInput<typeof RuleDefinition>>(rulesSent(term.top))),
      }
    case 'subset':
      return { parent_id, cohort_type: 'subset', variable: term.variable, ...constraintOf(term.condition) }
    case 'compound':
      return {
        parent_id,
        cohort_type: 'compound',
        constraint_type: term.operation,
        secondparent_id: term.secondId,
      }
    case 'pedigree': {
      const { criterion } = term
      if (criterion === null) return { parent_id, cohort_type: 'pedigree' }
      return {
        parent_id,
        cohort_type: 'pedigree',
        variable: criterion.variable,
        ...constraintOf(criterion.condition),
        min_pedsize: criterion.minimumSize,
        ped_constraint: criterion.comparison,
        ped_constraint_count: criterion.count,
      }
    }
  }
}

function constraintOf({ operator, values }: Condition) {
  return { constraint_type: operator, constraint_values: [...values] }
}

function definitionOfGroup(group: RuleGroup<string>): Definition {
  const constraints = group.rules.flatMap((rule): (Constraint | Definition)[] => {
    if (rule.kind === 'group') return [definitionOfGroup(rule)]
    if (rule.kind !== 'condition') return []
    const values = toWire<Omit<Constraint, 'variable_name' | 'constraint_type'>>(fieldsOfCondition(rule.condition))
    return [{ ...values, variable_name: rule.variable, constraint_type: rule.condition.operator }]
  })
  return { relationship: group.match === 'all' ? 'AND' : 'OR', constraints }
}
