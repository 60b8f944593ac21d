import * as v from 'valibot'
import { inChunks } from '#domain/chunks.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
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
  // Citus updates a reference table from no table of the coordinator.
  await connection.run(
    sql`UPDATE variable SET observations = CAST(c.observations AS INTEGER)
      FROM (SELECT unnest(CAST(${counted.map(({ name }) => name)} AS VARCHAR[])) AS variable_name,
        unnest(CAST(${counted.map(({ observations }) => String(observations))} AS VARCHAR[])) AS observations) c
      WHERE c.variable_name = variable.variable_name`,
  )
}
