import { gzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWireCall } from '#api/call.ts'
import { downloadNew } from '#contract/downloads.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { plainNumber } from '#domain/data-types/number.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { importFolder } from '#server/modules/imports/import-folder.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
import { temporaryFolder } from '#tests/support/import-folders.ts'
import { lines, type Files } from '#tests/support/importing.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createTestServer } from '#tests/support/test-server.ts'

/** Columns of a table with the cells of their type; blanks and missing codes are added to each. */
const COLUMNS = {
  score: ['0', '7', '-3', '2.5', '2.50', '1000000', '0.1'],
  mood: ['1', '2', '3'],
  seen: ['2020-01-02', '1999-12-31'],
  onset: ['1971-05-02', '1973-UU-UU', '19UU-UU-UU', '2014-0U-UU'],
  note: ['low', '5\'10"', '"quoted"', 'a;b', 'two\nlines', '|', '=1+1', 'Zoë', '007', ' padded ', '#', 'a\tb', ','],
} as const
type Column = keyof typeof COLUMNS
const NAMES: readonly Column[] = ['score', 'mood', 'seen', 'onset', 'note']
const MISSING = ['', ' ', 'NA', 'n/a', '-9']
const IDS = ['p1', 'P2', 'q-3', '40', 'Zoë', 'a b'] as const

const DICTIONARY = lines(
  'variable,question,type',
  'score,Score,number',
  'mood,Mood,category',
  'seen,Seen,date',
  'onset,Onset,partial date',
  'note,Note,text',
)

const cells = fc.tuple(
  ...NAMES.map((name) =>
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom<string>(...COLUMNS[name]) }, fc.constantFrom(...MISSING)),
  ),
)
const records = fc
  .shuffledSubarray([...IDS], { minLength: 1 })
  .chain((ids) => fc.tuple(...ids.map((id) => cells.map((answers) => [id, ...answers]))))
const folder = fc.record({
  visit: records,
  later: fc.option(records, { nil: null }),
  hasDictionary: fc.boolean(),
  families: fc.boolean(),
  isCompressed: fc.boolean(),
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  mark: fc.constantFrom('', '\uFEFF'),
})
type Folder = typeof folder extends fc.Arbitrary<infer Value> ? Value : never

const PARENTS = 'family,id,father,mother,sex'

function filesOf({ visit, later, hasDictionary, families, isCompressed, ...how }: Folder): Files {
  const table = (prefix: string, rows: readonly (readonly string[])[]) => {
    const quoted = (text: string) => (/[\s"',;|#]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
    const all = [['id', ...NAMES.map((name) => `${prefix}${name}`)], ...rows]
    return how.mark + all.map((row) => row.map(quoted).join(how.delimiter) + how.lineEnd).join('')
  }
  const text = table('', visit)
  return {
    ...(isCompressed ? { 'visit.csv.gz': new Uint8Array(gzipSync(text)) } : { 'visit.csv': text }),
    ...(later && { 'later.csv': table('later_', later) }),
    ...(hasDictionary && { 'dictionary.csv': DICTIONARY }),
    ...(families && {
      'families.csv': lines(PARENTS, ...visit.map(([id = ''], place) => `F${place % 2},${id},,,F`)),
    }),
  }
}

/** The rows of a file of all variables, by individual, as an administrator downloads it. */
async function downloadedAfter(files: Files): Promise<Map<string, Record<string, string>>> {
  const made = temporaryFolder(files)
  const holding = await openTestDatabase()
  await importFolder(holding, made.path, {
    collection: 'ct',
    study: '1',
    skipBadRows: false,
    missing: { everywhere: ['-9'], byColumn: new Map() },
  }).finally(made.remove)
  const server = await createTestServer({ holding })
  try {
    const variables = await holding.withConnection(async (connection) => {
      const names: string[] = []
      for await (const rows of connection.rows('SELECT variable_name AS name FROM variable'))
        for (const row of rows) names.push(String(Object(row).name))
      return names
    })
    const fetch = await server.fetchAs('admin')
    const call = createWireCall({ fetch, onUnauthorized: () => undefined })
    const { id: varsetid } = valueOf(await call(variableSetNew, { name: 'All', variables }))
    const [prepared] = valueOf(await call(downloadNew, { cohortid: 1, varsetid }))
    const query = new URLSearchParams({ downloadid: prepared?.download_id ?? '', filename: 'all.csv' })
    const response = await fetch(`${API_PREFIX}/cohort/downloadstream?${query.toString()}`)
    expect(response.status).toBe(200)
    const rows: Record<string, string>[] = parse(await response.text(), { columns: true })
    return new Map(rows.map((row) => [row['individual_id'] ?? '', row]))
  } finally {
    server.close()
  }
}

/** Numbers may be written otherwise. */
function isSame(written: string, exported: string): boolean {
  if (['', 'NA', 'n/a', '-9'].includes(written.trim())) return exported === ''
  const [one, other] = [plainNumber(written.trim()), plainNumber(exported)]
  return written.trim() === exported || (one !== null && one === other && !/^0\d/.test(written.trim()))
}

test('a file of all variables has the cells of the imported folder, one by one', async () => {
  await fc.assert(
    fc.asyncProperty(folder, async (made) => {
      const rows = await downloadedAfter(filesOf(made))
      const differing: string[] = []
      for (const [prefix, table] of [
        ['', made.visit],
        ['LATER_', made.later ?? []],
      ] as const) {
        for (const [id = '', ...answers] of table) {
          for (const [place, written] of answers.entries()) {
            const name = `${prefix}${NAMES[place]?.toUpperCase() ?? ''}`
            // A column without an answer is no variable.
            const exported = rows.get(id)?.[name] ?? ''
            if (!isSame(written, exported)) differing.push(`${id} ${name}: ${written} became ${exported}`)
          }
        }
      }
      expect(differing).toEqual([])
      const ids = new Set([...made.visit, ...(made.later ?? [])].map(([id]) => id))
      expect(new Set(rows.keys())).toEqual(ids)
      const asked = made.visit.map(([id = ''], place) => [id, made.families ? `F${place % 2}` : id])
      expect(asked.map(([id = '']) => [id, rows.get(id)?.['family_id']])).toEqual(asked)
    }),
    { numRuns: fuzzRuns(8), endOnFailure: true },
  )
}, 300_000)
