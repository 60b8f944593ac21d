import { conditionOfFields, fieldsOfCondition } from '#contract/shapes/constraint-fields.ts'
import type { ConstructDraft } from '#contract/shapes/construct-draft.ts'
import type { Constraint, Definition, ValueDefinition } from '#contract/shapes/shapes.ts'
import { fromWire, toWire } from '#contract/shapes/wire-names.ts'
import type { Criteria, Criterion } from '#domain/conditions/criteria.ts'
import { SCORE } from '#domain/custom-variables/construct-types.ts'
import { customVariableProblem, isNoDefault } from '#domain/custom-variables/custom-variables.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { formulaVariables, mapFormula } from '#domain/scores/formula.ts'
import { readFormula } from '#domain/scores/read-formula.ts'
import { scoreProblem } from '#domain/scores/score-problem.ts'
import { readCondition } from '#server/engine/conditions/read-condition.ts'
import { nestingProblemOf } from '#server/model/nesting.ts'
import type { AnyVariable, CustomValue, CustomVariableRule, UserVariables } from '#server/model/variable.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { meaningless, notFound } from '#server/platform/http/refusal.ts'
import { createPause } from '#server/platform/scheduling/yield.ts'

export interface ReadConstruct {
  readonly rule: CustomVariableRule
  /** Values to save: with the variables' own names and parsed conditions. */
  readonly definitions: ValueDefinition[]
}

/** Parses a draft of a custom variable; refuses unknown sources and invalid rules. */
export async function readConstruct(
  connection: Connection,
  variables: UserVariables,
  draft: ConstructDraft,
  purpose: 'save' | 'count' = 'save',
): Promise<ReadConstruct> {
  if (draft.construct_type === SCORE) return { rule: readScore(variables, draft.formula), definitions: [] }
  const sources = draft.variables.map((name) => requireVariable(variables, name))
  const pause = createPause(connection.scope.signal ?? undefined)
  const values: CustomValue[] = []
  for (const { name, definition } of draft.values) {
    values.push({ name, criteria: await readCriteria(connection, variables, definition) })
    await pause()
  }
  const { construct_type: kind, defaultValue } = draft
  const problem = customVariableProblem({ kind, sources, values, defaultValue }, purpose)
  if (problem !== null) throw meaningless(problem.message, problem.path)
  const rule: CustomVariableRule = {
    variableType: kind,
    dataType: 'categorical',
    possibleValues: values.map(({ name }) => name),
    sources,
    values,
    defaultValue: isNoDefault(defaultValue) ? null : defaultValue,
    formula: null,
  }
  requireAffordable(rule)
  await pause()
  return {
    rule,
    definitions: values.map(({ name, criteria }, order) => ({
      name,
      description: draft.values[order]?.description ?? '',
      definition: definitionOf(criteria),
      order,
    })),
  }
}

/** The rule of a score; its sources are the variables of the formula. */
function readScore(variables: UserVariables, text: string): CustomVariableRule {
  const read = readFormula(text)
  if ('fault' in read) throw meaningless(`At character ${read.fault.offset + 1}: ${read.fault.message}`, 'formula')
  const sources = formulaVariables(read.formula).map((name) => requireVariable(variables, name))
  const formula = mapFormula(read.formula, (name) => requireVariable(variables, name))
  const problem = scoreProblem(formula)
  if (problem !== null) throw meaningless(problem, 'formula')
  const rule: CustomVariableRule = {
    variableType: SCORE,
    dataType: 'numberrange',
    possibleValues: [],
    sources,
    values: [],
    defaultValue: null,
    formula,
  }
  requireAffordable(rule)
  return rule
}

function requireAffordable(rule: CustomVariableRule): void {
  const tooMuch = nestingProblemOf(rule)
  if (tooMuch !== null) throw meaningless(tooMuch, 'variables')
}

/** Refuses a name that is neither in the catalog nor among the user's own variables. */
export function requireVariable(variables: UserVariables, name: string): AnyVariable {
  const variable = variables.find(name)
  if (!variable) throw notFound('variable')
  return variable
}

async function readCriteria(
  connection: Connection,
  variables: UserVariables,
  { relationship, constraints }: Definition,
): Promise<Criteria<AnyVariable>> {
  const parts: (Criterion<AnyVariable> | Criteria<AnyVariable>)[] = []
  for (const constraint of constraints) {
    parts.push(
      'relationship' in constraint
        ? await readCriteria(connection, variables, constraint)
        : await readCriterion(connection, variables, constraint),
    )
  }
  return { relationship, parts }
}

async function readCriterion(
  connection: Connection,
  variables: UserVariables,
  constraint: Constraint,
): Promise<Criterion<AnyVariable>> {
  const variable = requireVariable(variables, constraint.variable_name)
  const condition = await readCondition(connection, variable.dataType, {
    operator: constraint.constraint_type,
    values: conditionOfFields(fromWire(constraint))?.values ?? [],
  })
  return { variable, condition }
}

type ConstraintValues = Omit<Constraint, 'variable_name' | 'constraint_type'>

function definitionOf({ relationship, parts }: Criteria<AnyVariable>): Definition {
  const constraints = parts.map((part): Constraint | Definition => {
    if ('relationship' in part) return definitionOf(part)
    const { condition, variable } = part
    const values = toWire<ConstraintValues>(fieldsOfCondition(condition))
    return { ...values, variable_name: variable.name, constraint_type: condition.operator }
  })
  return { relationship, constraints }
}

/** The default as saved and shown. */
export function defaultText(rule: Pick<CustomVariableRule, 'defaultValue'>): string {
  return rule.defaultValue ?? UNKNOWN_VALUE
}
