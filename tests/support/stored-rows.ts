import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import type { Statement } from '#server/platform/db/sql.ts'

const AnyRow = v.record(v.string(), v.unknown())

/** The cells of a query's rows, as the database holds them. */
export async function storedRows(connection: Connection, statement: Statement): Promise<unknown[][]> {
  return (await rowsOf(connection, AnyRow, statement)).map((row) => Object.values(row))
}
