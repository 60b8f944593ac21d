import * as v from 'valibot'
import { rowsOf, type Connection, type SqlValue } from '#server/platform/db/database.ts'

const AnyRow = v.record(v.string(), v.unknown())

export async function storedRows(
  connection: Connection,
  sql: string,
  values: readonly SqlValue[] = [],
): Promise<unknown[][]> {
  return (await rowsOf(connection, AnyRow, sql, values)).map((row) => Object.values(row))
}
