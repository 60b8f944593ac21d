import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/storage/database.ts'

const Row = v.object({
  individuals: v.number(),
  forms: v.number(),
  studies: v.number(),
  collection_codes: v.nullable(v.array(v.string())),
})

/** What the data hold altogether. */
export interface Statistics {
  readonly individuals: number
  /** Interview forms; the versions of one count once. */
  readonly forms: number
  readonly studies: number
  readonly collectionCodes: readonly string[]
}

/** How many individuals, forms, studies and collections there are (spec section 2, dashboard). */
export async function readStatistics(connection: Connection): Promise<Statistics> {
  const [row] = await rowsOf(
    connection,
    Row,
    `SELECT CAST(count(*) AS INTEGER) AS individuals,
            (SELECT CAST(count(DISTINCT instrument) AS INTEGER) FROM form) AS forms,
            CAST(count(DISTINCT study_id) AS INTEGER) AS studies,
            array_agg(DISTINCT collection ORDER BY collection) AS collection_codes
     FROM individual`,
  )
  return {
    individuals: row?.individuals ?? 0,
    forms: row?.forms ?? 0,
    studies: row?.studies ?? 0,
    collectionCodes: row?.collection_codes ?? [],
  }
}
