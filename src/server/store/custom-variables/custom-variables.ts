import * as v from 'valibot'
import { ValueDefinition } from '#contract/shapes.ts'
import { CUSTOM_VARIABLE_KINDS } from '#domain/custom-variables.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { raiseCustomVersion } from '#server/platform/db/data-version.ts'
import { raw, sql } from '#server/platform/db/sql.ts'

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

const COLUMNS = raw(Object.keys(Row.entries).join(', '))

/** All custom variables of an account, oldest first: what one is made of comes before it. */
export function customVariablesOf(connection: Connection, accountId: number): Promise<SavedCustomVariable[]> {
  return rowsOf(
    connection,
    Row,
    sql`SELECT ${COLUMNS} FROM custom_variable WHERE account_id = ${accountId} ORDER BY constructid`,
  )
}

/** Saves a new custom variable of an account. */
export async function insertCustomVariable(
  connection: Connection,
  accountId: number,
  saved: SavedCustomVariable,
): Promise<void> {
  await connection.run(
    sql`INSERT INTO custom_variable VALUES (${saved.constructid}, ${accountId}, ${saved.projectid},
      ${saved.variable_name}, ${saved.description}, ${saved.construct_type},
      ${saved.default_value}, ${saved.sources}, ${JSON.stringify(saved.value_definitions)})`,
  )
  await raiseCustomVersion(connection)
}

/** Saves a custom variable anew, in the project where it is. */
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

/** Deletes a custom variable; that nothing is made of it was looked at before. */
export async function deleteCustomVariable(connection: Connection, constructId: number): Promise<void> {
  await connection.run(sql`DELETE FROM custom_variable WHERE constructid = ${constructId}`)
  await raiseCustomVersion(connection)
}
