import type { RuleDefinition, RuleSent } from '#contract/rules.ts'
import type { Constraint, Definition } from '#contract/shapes/shapes.ts'
import { SCORE } from '#domain/custom-variables/construct-types.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { rulesOf, type SavedCohort } from '#server/model/cohort.ts'
import type { CustomVariableRule } from '#server/model/variable.ts'
import type { SavedCustomVariable } from '#server/store/custom-variables/custom-variables.ts'

interface Dependent {
  readonly variables: readonly SavedCustomVariable[]
  readonly cohorts: readonly SavedCohort[]
}

/**
 * The reason why dependants do not fit a new definition, or null: one compares with a value that it lacks, and would
 * match no participant without an error.
 */
export function valueProblemOf(
  name: string,
  rule: Pick<CustomVariableRule, 'variableType' | 'possibleValues'>,
  { variables, cohorts }: Dependent,
): string | null {
  if (rule.variableType === SCORE) return null
  const values = new Set([...rule.possibleValues, UNKNOWN_VALUE])
  const missingIn = (constraints: readonly Compared[]) =>
    constraints
      .filter(({ variable, operator }) => variable?.toUpperCase() === name.toUpperCase() && COMPARED.has(operator))
      .flatMap((one) => one.values)
      .find((value) => !values.has(value))
  const users = [
    ...variables.map((one) => ({
      words: `custom variable "${one.variable_name}"`,
      constraints: one.value_definitions.flatMap(({ definition }) => inDefinition(definition)),
    })),
    ...cohorts.map((one) => ({ words: `cohort "${one.name}"`, constraints: inCohort(one) })),
  ]
  for (const { words, constraints } of users) {
    const missing = missingIn(constraints)
    if (missing !== undefined) return `The ${words} uses the value "${missing}", which the new definition lacks.`
  }
  return null
}

const COMPARED: ReadonlySet<string> = new Set(['EQ', 'NEQ', 'ANYOF'])

interface Compared {
  readonly variable: string | null
  readonly operator: string
  readonly values: readonly string[]
}

type ConstraintSent = Pick<Constraint, 'variable_name' | 'constraint_type' | 'constraint_value' | 'constraint_values'>

function compared(constraint: ConstraintSent): Compared {
  const {
    variable_name: variable,
    constraint_type: operator,
    constraint_value: one,
    constraint_values: more,
  } = constraint
  return { variable, operator: operator ?? '', values: more ?? (one == null ? [] : [one]) }
}

function inDefinition({ constraints }: Definition): Compared[] {
  return constraints.flatMap((one) => ('relationship' in one ? inDefinition(one) : [compared(one)]))
}

function inCohort(cohort: SavedCohort): Compared[] {
  const { variable_name: variable, constraint_type, affected_constraint_type, constraint_values: values } = cohort
  const rules = rulesOf(cohort)
  return rules ? inRules(rules) : [{ variable, operator: affected_constraint_type ?? constraint_type, values }]
}

function inRules(rule: RuleSent | RuleDefinition): Compared[] {
  if ('rules' in rule) return rule.rules.flatMap(inRules)
  return 'variable_name' in rule ? [compared(rule)] : []
}
