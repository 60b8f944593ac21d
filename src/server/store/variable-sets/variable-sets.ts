import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { raw, sql } from '#server/platform/db/sql.ts'

const Row = v.object({
  varsetid: v.number(),
  projectid: v.number(),
  name: v.string(),
  description: v.string(),
  variables: v.array(v.string()),
})

export type SavedVariableSet = v.InferOutput<typeof Row>

const SETS = sql`SELECT ${raw(Object.keys(Row.entries).join(', '))} FROM variable_set`

/** Ordered oldest first. */
export function variableSetsOf(connection: Connection, accountId: number): Promise<SavedVariableSet[]> {
  return rowsOf(connection, Row, sql`${SETS} WHERE account_id = ${accountId} ORDER BY varsetid`)
}

export async function findVariableSet(
  connection: Connection,
  accountId: number,
  variableSetId: number,
): Promise<SavedVariableSet | null> {
  const statement = sql`${SETS} WHERE account_id = ${accountId} AND varsetid = ${variableSetId}`
  const [row] = await rowsOf(connection, Row, statement)
  return row ?? null
}

/** Variables keep their order. */
export async function insertVariableSet(
  connection: Connection,
  accountId: number,
  set: SavedVariableSet,
): Promise<void> {
  await connection.run(
    sql`INSERT INTO variable_set VALUES (${set.varsetid}, ${accountId}, ${set.projectid},
      ${set.name}, ${set.description}, ${set.variables})`,
  )
}

export async function updateVariableSet(
  connection: Connection,
  set: Omit<SavedVariableSet, 'projectid'>,
): Promise<void> {
  await connection.run(
    sql`UPDATE variable_set SET name = ${set.name}, description = ${set.description},
       variables = ${set.variables} WHERE varsetid = ${set.varsetid}`,
  )
}

/** Deletes the prepared downloads of a set: they have the answers of their first preview. */
export async function deletePrepared(connection: Connection, variableSetId: number): Promise<void> {
  await connection.run(sql`DELETE FROM download WHERE varsetid = ${variableSetId}`)
}

/** Deletes a set and its prepared downloads. */
export async function deleteVariableSet(connection: Connection, variableSetId: number): Promise<void> {
  for (const table of ['download', 'variable_set']) {
    await connection.run(sql`DELETE FROM ${raw(table)} WHERE varsetid = ${variableSetId}`)
  }
}
