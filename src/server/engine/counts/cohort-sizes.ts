import * as v from 'valibot'
import { Answers } from '#server/engine/sources/answers.ts'
import type { Members } from '#server/engine/sources/members.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

const EVERYTHING = { isAdmin: true, collections: [] }
const Size = v.object({ collection: v.string(), count: v.number() })

/** How many members there are of each collection. */
export async function sizesByCollection(connection: Connection, members: Members): Promise<Map<string, number>> {
  const answers = new Answers(connection.dialect, { ...members, reader: EVERYTHING })
  const rows = await rowsOf(
    connection,
    Size,
    sql`${answers.tables} SELECT collection, CAST(count(*) AS INTEGER) AS count FROM person GROUP BY collection`,
  )
  return new Map(rows.map(({ collection, count }) => [collection, count]))
}
