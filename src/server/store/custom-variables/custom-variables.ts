import * as v from 'valibot'
import { ValueDefinition, type Construct, type Variable } from '#contract/shapes/shapes.ts'
import { CONSTRUCT_TYPES } from '#domain/custom-variables/construct-types.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { formulaText, mapFormula } from '#domain/scores/formula.ts'
import type { AnswerCounts } from '#server/model/catalog.ts'
import type { CustomVariable, CustomVariableRule } from '#server/model/variable.ts'
import { raiseCustomVersion } from '#server/platform/db/data-version.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { raw, sql } from '#server/platform/db/sql.ts'
import { versionOf } from '#server/store/saved-objects.ts'

export const SavedCustomVariable = v.object({
  constructid: v.number(),
  projectid: v.number(),
  variable_name: v.string(),
  description: v.string(),
  construct_type: v.picklist(CONSTRUCT_TYPES),
  default_value: v.string(),
  sources: v.array(v.string()),
  value_definitions: v.array(ValueDefinition),
  formula: v.string(),
})
export type SavedCustomVariable = v.InferOutput<typeof SavedCustomVariable>

const Row = v.object({
  ...SavedCustomVariable.entries,
  value_definitions: v.pipe(v.string(), v.parseJson(), SavedCustomVariable.entries.value_definitions),
})

const CUSTOM_VARIABLES = sql`SELECT ${raw(Object.keys(Row.entries).join(', '))} FROM custom_variable`

/** Ordered oldest first, so that sources precede the variables derived from them. */
export function customVariablesOf(connection: Connection, accountId: number): Promise<SavedCustomVariable[]> {
  return rowsOf(connection, Row, sql`${CUSTOM_VARIABLES} WHERE account_id = ${accountId} ORDER BY constructid`)
}

export async function insertCustomVariable(
  connection: Connection,
  accountId: number,
  saved: SavedCustomVariable,
): Promise<void> {
  await connection.run(
    sql`INSERT INTO custom_variable VALUES (${saved.constructid}, ${accountId}, ${saved.projectid},
      ${saved.variable_name}, ${saved.description}, ${saved.construct_type},
      ${saved.default_value}, ${saved.sources}, ${JSON.stringify(saved.value_definitions)}, ${saved.formula})`,
  )
  await raiseCustomVersion(connection)
}

export async function updateCustomVariable(
  connection: Connection,
  constructId: number,
  { name, description }: { readonly name: string; readonly description: string },
): Promise<void> {
  await connection.run(
    sql`UPDATE custom_variable SET variable_name = ${name}, description = ${description} WHERE constructid = ${constructId}`,
  )
  await raiseCustomVersion(connection)
}

/** The caller has checked that no object depends on it. */
export async function deleteCustomVariable(connection: Connection, constructId: number): Promise<void> {
  await connection.run(sql`DELETE FROM custom_variable WHERE constructid = ${constructId}`)
  await raiseCustomVersion(connection)
}

/** A custom variable in the response of any variable. Its sources replace codebook pages. */
export function presentCustomVariable(variable: CustomVariable, counts: AnswerCounts) {
  const described = variable.definitions.map(({ name, description }) => [name, description] as const)
  return {
    variable_name: variable.name,
    variable_type: variable.variableType,
    data_type: variable.dataType,
    observations: counts.observations,
    explicit: '',
    question: variable.description,
    implicit: '',
    possible_values: [...variable.possibleValues],
    value_mapping: Object.fromEntries(described.filter(([, description]) => description !== '')),
    answer_validation: '',
    answer_validation_desc: '',
    top_answers: counts.topAnswers,
    literal_values: [],
    contributors: variable.sources.map(({ name }) => name),
    default_value: variable.defaultValue ?? UNKNOWN_VALUE,
    value_definitions: [...variable.definitions],
    formula: formulaTextOf(variable),
    constructid: variable.constructId,
  } satisfies Omit<Variable, 'contributors'> & { contributors: string[] }
}

/** The formula with the present names of its variables; empty for other custom variables. */
export function formulaTextOf({ formula }: Pick<CustomVariableRule, 'formula'>): string {
  return formula === null ? '' : formulaText(mapFormula(formula, ({ name }) => name))
}

/** A custom variable with its definition. */
export function presentConstruct(variable: CustomVariable, counts: AnswerCounts) {
  return {
    ...presentCustomVariable(variable, counts),
    name: variable.name,
    description: variable.description,
    construct_type: variable.variableType,
    version: versionOf({ name: variable.name, description: variable.description }),
    variables: variable.sources.map(({ name }) => name),
    values: [...variable.definitions],
  } satisfies Omit<Construct, 'contributors'> & { contributors: string[] }
}
