import * as v from 'valibot'
import { COVERAGE_VERSION, readAnswersVersion } from '#server/platform/db/data-version.ts'
import { rowsOf, type Connection, type Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'

/** The number of answers in each column of a form table, for one collection. */
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

/** The stored counts, or null if the data version differs. */
export async function readStoredCoverage(connection: Connection, version: string): Promise<CountedTable[] | null> {
  if ((await storedVersion(connection)) !== version) return null
  return rowsOf(
    connection,
    Row,
    `SELECT table_name AS "table", collection, counts FROM coverage ORDER BY table_name, collection`,
  )
}

/** Stores counts, so that the next start need not read all answers; skipped if the data version differs. */
export async function storeCoverage(
  database: Database,
  version: string,
  counted: readonly CountedTable[],
): Promise<void> {
  // Under the write lock: the second of two servers finds the counts stored.
  await withWriteLock(database, async (connection) => {
    if ((await readAnswersVersion(connection)) !== version || (await storedVersion(connection)) === version) return
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

async function storedVersion(connection: Connection): Promise<string | null> {
  const Value = v.object({ value: v.string() })
  const [row] = await rowsOf(connection, Value, sql`SELECT value FROM meta WHERE name = ${COVERAGE_VERSION}`)
  return row?.value ?? null
}
