import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patternProblem } from '#server/engine/conditions/read-condition.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { sql } from '#server/platform/db/sql.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
import { storedRows } from '#tests/support/stored-rows.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

let databases: Database[]
let duckDb: Connection
let postgreSql: Connection
beforeAll(async () => {
  const [one, other] = [await openDatabase(':memory:'), await openTestDatabase()]
  databases = [one, other]
  duckDb = await one.connect()
  postgreSql = await other.connect()
})
afterAll(() => {
  for (const database of databases) database.close()
})

async function isFound(connection: Connection, pattern: string, text: string): Promise<unknown> {
  const { dialect } = connection
  const found = dialect.matches(sql`CAST(${text} AS TEXT)`, dialect.patternOf(pattern))
  const [row] = await storedRows(connection, sql`SELECT ${found} AS found`)
  return row?.[0]
}

const SIGNS = Array.from('aBéÉ1_ -😀,&#~@.^${}]')
const ESCAPES = String.raw`\. \d \D \w \W \s \S \b \B \A \z \t \n \x41 \x{e9} \Qa.b\E`.split(' ')
const SETS = String.raw`[abc] [^abc] [a-c1] [\d_] [[:alpha:]] [^\n] []a] [a\]] [-a] [\w-]`.split(' ')
const GROUPS = String.raw`(?i) (?s). (?m)^ (?m)$ (?:a|b) (?P<name>a)`.split(' ')
const ATOMS = SIGNS.concat(ESCAPES, SETS, GROUPS)
const atom = fc.constantFrom(...ATOMS)
const pattern = fc.letrec<{ whole: string; piece: string }>((tie) => ({
  piece: fc.oneof(
    { weight: 6, arbitrary: atom },
    {
      weight: 2,
      arbitrary: fc
        .tuple(atom, fc.constantFrom('*', '+', '?', '{2}', '{1,}', '{0,2}', '*?', '+?'))
        .map((parts) => parts.join('')),
    },
    { weight: 1, arbitrary: fc.tuple(tie('whole')).map(([inner]) => `(${inner})`) },
  ),
  whole: fc.oneof(
    { maxDepth: 3 },
    fc.array(tie('piece'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
    fc.tuple(tie('piece'), tie('piece')).map((parts) => parts.join('|')),
  ),
})).whole
const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'A', 'é', 'É', '1', '_', ' ', '-', '.', ',', '\n', '\t', ']', '{', '😀'),
  maxLength: 8,
})

test('a regular expression has the same matches in PostgreSQL and DuckDB', async () => {
  let [wellFormed, taken] = [0, 0]
  await fc.assert(
    fc.asyncProperty(pattern, fc.array(text, { minLength: 1, maxLength: 4 }), async (expression, texts) => {
      if ((await patternProblem(duckDb, expression)) !== null) return
      wellFormed++
      if ((await patternProblem(postgreSql, expression)) !== null) return
      taken++
      for (const one of texts) {
        expect([expression, one, await isFound(postgreSql, expression, one)]).toEqual([
          expression,
          one,
          await isFound(duckDb, expression, one),
        ])
      }
    }),
    { numRuns: fuzzRuns(300) },
  )
  process.stdout.write(`Patterns: ${taken} of ${wellFormed} well-formed ones taken\n`)
  // Refusals are reported; accepted patterns have the same meaning.
  expect(taken / wellFormed).toBeGreaterThan(0.85)
})

test.each([
  ['\\B', 'aÉa'],
  ['(\\B|x)+$', 'aÉ'],
  ['a\\BÉ', 'aÉ'],
  ['\\b\\B', 'aÉa'],
  ['^\\B', 'aÉ'],
])('non-word boundaries are byte-based, as in DuckDB: %s in %s', async (expression, text) => {
  expect(await isFound(postgreSql, expression, text)).toBe(await isFound(duckDb, expression, text))
})

test.each(['\\pL', '(?-i)a', '[[:^alpha:]]', 'a{300}', 'a|'.repeat(1000)])(
  'refuses patterns that PostgreSQL cannot express or that are too long: %s',
  async (expression) => {
    expect(await patternProblem(postgreSql, expression)).toMatch(
      /^The pattern breaks at character \d+: too much for this database/,
    )
  },
)
