import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { rowsOf } from '#server/platform/db/database.ts'
import { DUCKDB } from '#server/platform/db/duckdb/dialect.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { literal, sql, type Sql } from '#server/platform/db/sql.ts'

const Found = v.object({ found: v.boolean() })

test('a pattern of any characters is a constant of its statement, and matches as a bound one', async () => {
  const database = await openDatabase(':memory:')
  const connection = await database.connect()
  const found = async (statement: Sql) => (await rowsOf(connection, Found, statement))[0]?.found
  const quoted = fc.string({ unit: 'binary' }).map((text) => `\\Q${text.replaceAll('\\E', '')}`)
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), quoted, async (text, pattern) => {
      const matches = DUCKDB.matches(sql`${text}`, pattern)
      expect(matches.write().values).toEqual([text])
      const bound = sql`SELECT regexp_matches(${text}, ${pattern}, 'i') AS found`
      expect(await found(sql`SELECT ${matches} AS found`)).toBe(await found(bound))
    }),
  )
  expect(await found(sql`SELECT ${DUCKDB.matches(literal("it's"), "T'S$")} AS found`)).toBe(true)
  connection.close()
  database.close()
})
