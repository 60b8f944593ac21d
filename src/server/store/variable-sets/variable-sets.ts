import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { Parameters } from '#server/platform/db/parameters.ts'

const Row = v.object({
  varsetid: v.number(),
  projectid: v.number(),
  name: v.string(),
  description: v.string(),
  variables: v.array(v.string()),
})

export type SavedVariableSet = v.InferOutput<typeof Row>

const COLUMNS = Object.keys(Row.entries).join(', ')

/** All variable sets of an account, oldest first. */
export function variableSetsOf(connection: Connection, accountId: number): Promise<SavedVariableSet[]> {
  return rowsOf(connection, Row, `SELECT ${COLUMNS} FROM variable_set WHERE account_id = $1 ORDER BY varsetid`, [
    accountId,
  ])
}

/** An account's own set, or null. */
export async function findVariableSet(
  connection: Connection,
  accountId: number,
  variableSetId: number,
): Promise<SavedVariableSet | null> {
  const [row] = await rowsOf(
    connection,
    Row,
    `SELECT ${COLUMNS} FROM variable_set WHERE account_id = $1 AND varsetid = $2`,
    [accountId, variableSetId],
  )
  return row ?? null
}

/** Saves a set; its variables stay in their order. */
export async function insertVariableSet(
  connection: Connection,
  accountId: number,
  set: SavedVariableSet,
): Promise<void> {
  const { bind, bindList, values } = new Parameters(connection)
  await connection.run(
    `INSERT INTO variable_set VALUES (${bind(set.varsetid)}, ${bind(accountId)}, ${bind(set.projectid)},
      ${bind(set.name)}, ${bind(set.description)}, ${bindList(set.variables)})`,
    values,
  )
}

/** Saves a set anew, in the project where it is. */
export async function updateVariableSet(
  connection: Connection,
  set: Omit<SavedVariableSet, 'projectid'>,
): Promise<void> {
  const { bind, bindList, values } = new Parameters(connection)
  await connection.run(
    `UPDATE variable_set SET name = ${bind(set.name)}, description = ${bind(set.description)},
       variables = ${bindList(set.variables)} WHERE varsetid = ${bind(set.varsetid)}`,
    values,
  )
}

/** Deletes a set and the downloads that were prepared of it. */
export async function deleteVariableSet(connection: Connection, variableSetId: number): Promise<void> {
  for (const table of ['download', 'variable_set']) {
    await connection.run(`DELETE FROM ${table} WHERE varsetid = $1`, [variableSetId])
  }
}
