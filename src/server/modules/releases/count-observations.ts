import * as v from 'valibot'
import { inChunks } from '#domain/chunks.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { appendColumns } from '#server/platform/db/row-source.ts'
import { identifier, join, sql } from '#server/platform/db/sql.ts'

/** Variables per statement: a statement's memory grows with them. */
const VARIABLES_AT_ONCE = 500

const Variable = v.object({ name: v.string(), column_name: v.string() })
const Counts = v.object({ counts: v.array(v.number()) })

/** Counts the answers to all variables of some tables again. */
export async function countObservations(connection: Connection, tables: readonly string[]): Promise<void> {
  const counted: { readonly name: string; readonly observations: number }[] = []
  for (const table of tables) {
    const variables = await rowsOf(
      connection,
      Variable,
      sql`SELECT variable_name AS name, column_name FROM variable JOIN form USING (form_no)
        WHERE coalesce(part_table, table_name) = ${table}`,
    )
    for (const some of inChunks(variables, VARIABLES_AT_ONCE)) {
      const counts = some.map(({ column_name }) => sql`CAST(count(${identifier(column_name)}) AS INTEGER)`)
      const all = sql`SELECT ARRAY[${join(counts)}] AS counts FROM ${identifier(table)}`
      const [row] = await rowsOf(connection, Counts, all)
      counted.push(...some.map(({ name }, place) => ({ name, observations: row?.counts[place] ?? 0 })))
    }
  }
  await connection.run(`CREATE TEMP TABLE counted_again (variable_name VARCHAR, observations INTEGER)`)
  await appendColumns(connection, 'counted_again', [
    { type: 'TEXT' as const, values: counted.map(({ name }) => name) },
    { type: 'INTEGER' as const, values: counted.map(({ observations }) => observations) },
  ])
  await connection.run(`UPDATE variable SET observations = c.observations
    FROM counted_again c WHERE c.variable_name = variable.variable_name`)
  await connection.run(`DROP TABLE counted_again`)
}
