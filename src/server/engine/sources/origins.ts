import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { ORIGIN_COLUMNS } from '#server/platform/db/origin-no.ts'

const Row = v.object({
  collection: v.string(),
  study_id: v.string(),
  consent: v.nullable(v.string()),
  dx_nimh: v.nullable(v.string()),
  origin_no: v.number(),
})

export type Origin = Omit<v.InferOutput<typeof Row>, 'origin_no'>

/** All origins by their numbers. */
export async function readOrigins(connection: Connection): Promise<ReadonlyMap<number, Origin>> {
  const rows = await rowsOf(
    connection,
    Row,
    `SELECT DISTINCT ${connection.dialect.originNo} AS origin_no, ${ORIGIN_COLUMNS.join(', ')} FROM individual`,
  )
  return new Map(rows.map(({ origin_no, ...origin }) => [origin_no, origin]))
}
