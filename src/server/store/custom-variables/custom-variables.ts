import * as v from 'valibot'
import { ValueDefinition } from '#contract/shapes.ts'
import { CUSTOM_VARIABLE_KINDS } from '#domain/custom-variables.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { raiseCustomVersion } from '#server/platform/db/data-version.ts'
import { Parameters } from '#server/platform/db/parameters.ts'

const Row = v.object({
  constructid: v.number(),
  projectid: v.number(),
  variable_name: v.string(),
  description: v.string(),
  construct_type: v.picklist(CUSTOM_VARIABLE_KINDS),
  default_value: v.string(),
  sources: v.array(v.string()),
  value_definitions: v.pipe(v.string(), v.parseJson(), v.array(ValueDefinition)),
})

export type SavedCustomVariable = v.InferOutput<typeof Row>

const COLUMNS = Object.keys(Row.entries).join(', ')

/** All custom variables of an account, oldest first: what one is made of comes before it. */
export function customVariablesOf(connection: Connection, accountId: number): Promise<SavedCustomVariable[]> {
  return rowsOf(connection, Row, `SELECT ${COLUMNS} FROM custom_variable WHERE account_id = $1 ORDER BY constructid`, [
    accountId,
  ])
}

/** Saves a new custom variable of an account. */
export async function insertCustomVariable(
  connection: Connection,
  accountId: number,
  saved: SavedCustomVariable,
): Promise<void> {
  const { bind, bindList, values } = new Parameters(connection)
  await connection.run(
    `INSERT INTO custom_variable VALUES (${bind(saved.constructid)}, ${bind(accountId)}, ${bind(saved.projectid)},
      ${bind(saved.variable_name)}, ${bind(saved.description)}, ${bind(saved.construct_type)},
      ${bind(saved.default_value)}, ${bindList(saved.sources)}, ${bind(JSON.stringify(saved.value_definitions))})`,
    values,
  )
  await raiseCustomVersion(connection)
}

/** Saves a custom variable anew, in the project where it is. */
export async function updateCustomVariable(
  connection: Connection,
  constructId: number,
  { name, description }: { readonly name: string; readonly description: string },
): Promise<void> {
  await connection.run(`UPDATE custom_variable SET variable_name = $2, description = $3 WHERE constructid = $1`, [
    constructId,
    name,
    description,
  ])
  await raiseCustomVersion(connection)
}

/** Deletes a custom variable; that nothing is made of it was looked at before. */
export async function deleteCustomVariable(connection: Connection, constructId: number): Promise<void> {
  await connection.run(`DELETE FROM custom_variable WHERE constructid = $1`, [constructId])
  await raiseCustomVersion(connection)
}
