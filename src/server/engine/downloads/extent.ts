import * as v from 'valibot'
import type { Reader } from '#domain/access.ts'
import { isReadable } from '#server/engine/conditions/shown-value.ts'
import { Answers } from '#server/engine/sources/answers.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { literal, sql } from '#server/platform/db/sql.ts'

const Extent = v.object({
  collection: v.string(),
  is_readable: v.boolean(),
  count: v.number(),
  first_no: v.number(),
  last_no: v.number(),
})

/** Individuals included in a download, and those excluded. */
export interface DownloadExtent {
  readonly rows: number
  /** Collections of the included individuals. */
  readonly collections: readonly string[]
  /** A null count is suppressed. */
  readonly excluded: readonly { readonly collection: string; readonly count: number | null }[]
  /** The numbers of the first and last individual, or null for an empty cohort. */
  readonly between: readonly [number, number] | null
}

export async function downloadExtent(
  connection: Connection,
  cohortId: number,
  reader: Reader,
): Promise<DownloadExtent> {
  const answers = new Answers(connection.dialect, { cohortId, reader, leavesOutWithdrawn: true })
  const collections = await rowsOf(
    connection,
    Extent,
    sql`${answers.tables}
     SELECT collection, ${isReadable(reader)} AS is_readable, CAST(count(*) AS INTEGER) AS count,
       min(individual_no) AS first_no, max(individual_no) AS last_no
     FROM person GROUP BY 1, 2 ORDER BY 1`,
  )
  const open = collections.filter((row) => row.is_readable)
  return {
    rows: open.reduce((sum, row) => sum + row.count, 0),
    collections: open.map(({ collection }) => collection),
    excluded: collections.filter((row) => !row.is_readable).map(({ collection, count }) => ({ collection, count })),
    between:
      open.length === 0
        ? null
        : [Math.min(...open.map((row) => row.first_no)), Math.max(...open.map((row) => row.last_no))],
  }
}

/** Numbers of readable members from an offset on: the range of a preview page. */
export async function individualsAt(
  connection: Connection,
  cohortId: number,
  reader: Reader,
  offset: number,
  limit: number,
): Promise<readonly [number, number] | null> {
  const answers = new Answers(connection.dialect, { cohortId, reader, leavesOutWithdrawn: true })
  const [row] = await rowsOf(
    connection,
    v.object({ first_no: v.nullable(v.number()), last_no: v.nullable(v.number()) }),
    sql`${answers.tables}
     SELECT min(individual_no) AS first_no, max(individual_no) AS last_no
     FROM (
       SELECT individual_no FROM person WHERE ${isReadable(reader)}
       ORDER BY individual_no LIMIT ${literal(limit)} OFFSET ${literal(offset)}
     ) page`,
  )
  return row && row.first_no !== null && row.last_no !== null ? [row.first_no, row.last_no] : null
}
