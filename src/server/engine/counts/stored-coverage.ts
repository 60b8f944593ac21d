import * as v from 'valibot'
import { inTurn, rowsOf, type Connection, type Database } from '#server/platform/db/database.ts'
import { COVERAGE_VERSION, readAnswersVersion } from '#server/platform/db/data-version.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Who of a collection answered what a table of answers holds: how many for each of its columns. */
export interface CountedTable {
  readonly table: string
  readonly collection: string
  readonly counts: ReadonlyMap<string, number>
}

const Row = v.object({
  table: v.string(),
  collection: v.string(),
  counts: v.pipe(
    v.string(),
    v.parseJson(),
    v.array(v.tuple([v.string(), v.number()])),
    v.transform((counts) => new Map(counts)),
  ),
})

/** What was counted and written down, or null where the answers have changed since then. */
export async function readKeptCoverage(connection: Connection, version: string): Promise<CountedTable[] | null> {
  if ((await keptVersion(connection)) !== version) return null
  return rowsOf(
    connection,
    Row,
    `SELECT table_name AS "table", collection, counts FROM coverage ORDER BY table_name, collection`,
  )
}

/** Writes down what was counted, so that the next start need not read all answers; not where they have changed since. */
export async function keepCoverage(
  database: Database,
  version: string,
  counted: readonly CountedTable[],
): Promise<void> {
  // In turn, so that of two servers the second finds that it is done.
  await inTurn(database, async (connection) => {
    if ((await readAnswersVersion(connection)) !== version || (await keptVersion(connection)) === version) return
    await connection.run(`DELETE FROM coverage`)
    for (const { table, collection, counts } of counted) {
      await connection.run(sql`INSERT INTO coverage VALUES (${table}, ${collection}, ${JSON.stringify([...counts])})`)
    }
    await connection.run(
      sql`INSERT INTO meta VALUES (${COVERAGE_VERSION}, ${version})
        ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    )
  })
}

async function keptVersion(connection: Connection): Promise<string | null> {
  const Value = v.object({ value: v.string() })
  const [row] = await rowsOf(connection, Value, sql`SELECT value FROM meta WHERE name = ${COVERAGE_VERSION}`)
  return row?.value ?? null
}
