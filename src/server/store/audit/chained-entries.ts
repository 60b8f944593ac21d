import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { literal, sql } from '#server/platform/db/sql.ts'

/** The content of an entry, with the names of its parts (entry-hash). */
export const CONTENT = sql`CAST(epoch_ms(happened_at) AS FLOAT8) AS at, username, address, action, subject, status`

export const CONTENT_FIELDS = {
  at: v.number(),
  username: v.nullable(v.string()),
  address: v.string(),
  action: v.string(),
  subject: v.string(),
  status: v.number(),
}

const Chained = v.object({
  no: v.number(),
  salt: v.nullable(v.string()),
  hash: v.nullable(v.string()),
  ...CONTENT_FIELDS,
})
/** An entry of the chain as it is stored, which is not as it was written if the database was changed. */
export type ChainedEntry = v.InferOutput<typeof Chained>

/** Numbers read at once. */
const NUMBERS_AT_ONCE = 5_000

/**
 * The entries after a number, in the order of their numbers. Read in pages without a cursor, because the caller's
 * transaction gives all of them one snapshot; pages are ranges of numbers, so none is lost if a number is there twice.
 */
export async function* chainedEntries(connection: Connection, after: number): AsyncGenerator<ChainedEntry, undefined> {
  const bound = (no: number) => sql`CAST(${no} AS BIGINT)`
  const query = sql`SELECT CAST(entry_no AS FLOAT8) AS no, salt, entry_hash AS hash, ${CONTENT} FROM audit`
  let last = after
  for (;;) {
    const isNext = sql`entry_no > ${bound(last)}`
    const isInPage = sql`${isNext} AND entry_no <= ${bound(last + NUMBERS_AT_ONCE)}`
    const page = await rowsOf(connection, Chained, sql`${query} WHERE ${isInPage} ORDER BY entry_no`)
    yield* page
    if (page.length > 0) last += NUMBERS_AT_ONCE
    else {
      const [next] = await rowsOf(
        connection,
        Chained,
        sql`${query} WHERE ${isNext} ORDER BY entry_no LIMIT ${literal(1)}`,
      )
      if (next === undefined) return
      last = next.no - 1
    }
  }
}
