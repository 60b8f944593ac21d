import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'

/** A number that no other thing of the database bears. */
export async function nextId(connection: Connection): Promise<number> {
  const [row] = await rowsOf(
    connection,
    v.object({ id: v.number() }),
    `SELECT CAST(nextval('id_sequence') AS INTEGER) AS id`,
  )
  if (!row) throw new Error('The sequence of ids gave none.')
  return row.id
}
