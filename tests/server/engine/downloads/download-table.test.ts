import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CSV, csvPlan, type DownloadTable } from '#server/engine/downloads/download-table.ts'
import { createCatalog } from '#server/model/catalog.ts'
import { csvOf, csvLine } from '#server/modules/downloads/stream/csv.ts'
import { linesOf } from '#server/modules/downloads/stream/lines.ts'
import { readFor, type DownloadReader } from '#server/modules/downloads/stream/reading.ts'
import { inTransaction, type Database } from '#server/platform/db/database.ts'
import type { Dialect } from '#server/platform/db/dialect.ts'
import { readCatalog } from '#server/store/catalog/catalog.ts'
import { loadStudy } from '#tests/support/study.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const RUNS = 40
const SMALL_STATEMENTS = { tables: 2, cells: 7 }
const TYPES = ['categorical', 'text', 'numberrange', 'multicategory', 'identifier']

const answer = fc.option(
  fc.array(fc.constantFrom('"', ',', '\r', '\n', ' ', 'a', '1', 'ü', '=', '\t', '\u001F'), { maxLength: 4 }),
  { nil: null },
)
const number = fc.option(fc.integer({ min: -999, max: 999 }), { nil: null })

test('each line has the cells of its participant, quoted by a reference implementation of RFC 4180', async () => {
  const study = fc.integer({ min: 1, max: 7 }).chain((places) =>
    fc.record({
      types: fc.array(fc.constantFrom(...TYPES), { minLength: places, maxLength: places }),
      texts: fc.array(fc.array(answer, { minLength: places, maxLength: places }), { minLength: 1, maxLength: 5 }),
      numbers: fc.array(number, { minLength: places, maxLength: places }),
    }),
  )
  await fc.assert(
    fc.asyncProperty(study, async ({ types, texts, numbers }) => {
      const cells = texts.map((row) =>
        row.map((text, place) => {
          if (types[place] === 'numberrange') return numbers[place]?.toString() ?? null
          return text === null || text.length === 0 ? null : text.join('')
        }),
      )
      expect(await downloaded(types, cells)).toBe(
        cells
          .map((row, place) => csvLine([idOf(place), '', 'bp', '1', '', '', ...row.map((cell) => cell ?? '')]))
          .join(''),
      )
    }),
    { numRuns: RUNS },
  )
})

function idOf(place: number): string {
  return `P${place}`
}

const FORMS = 8
const VARIABLES_OF_FORM = 45

const ORDERS = [
  ['form by form', (form: number, place: number) => form * VARIABLES_OF_FORM + place],
  ['scattered over the forms', (form: number, place: number) => place * FORMS + form],
] as const

test.each(ORDERS)('a line of hundreds of cells %s has them in their order', async (_, placeOf) => {
  const numbers = Array.from({ length: VARIABLES_OF_FORM }, (__, place) => place)
  // Quoting, missing answers, and forms not given.
  const answerOf = (person: number, place: number) =>
    [`v${place}`, `a,${place}`, null, `"${place}"`][(person + place) % 4] ?? null
  const isFormGiven = (person: number, form: number) => (person + form) % 3 > 0
  const participants = [0, 1, 2, 3, 4]
  await loadStudy(database, {
    participants: participants.map((person) => ({ id: idOf(person), family: null, collection: 'bp', study: '1' })),
    forms: Array.from({ length: FORMS }, (__, form) => ({
      instrument: `F${form}`,
      version: '1',
      variables: numbers.map((place) => ({ name: `V${placeOf(form, place)}`, dataType: 'text' })),
      records: Object.fromEntries(
        participants
          .filter((person) => isFormGiven(person, form))
          .map((person) => [
            idOf(person),
            Object.fromEntries(
              numbers.flatMap((place) => {
                const answered = answerOf(person, placeOf(form, place))
                return answered === null ? [] : [[`V${placeOf(form, place)}`, answered]]
              }),
            ),
          ]),
      ),
    })),
  })
  const formOf = new Map(
    Array.from({ length: FORMS }, (__, form) => numbers.map((place) => [placeOf(form, place), form] as const)).flat(),
  )
  const expected = participants.map((person) =>
    csvLine([
      idOf(person),
      '',
      'bp',
      '1',
      '',
      '',
      ...[...formOf.keys()]
        .toSorted((one, other) => one - other)
        .map((place) => (isFormGiven(person, formOf.get(place) ?? 0) ? (answerOf(person, place) ?? '') : '')),
    ]),
  )
  expect(await downloadedLines()).toBe(expected.join(''))
})

/** The lines of a download without its header. */
async function downloaded(types: readonly string[], cells: readonly (string | null)[][]): Promise<string> {
  const records = cells.map((row, person) => [
    idOf(person),
    Object.fromEntries(row.flatMap((cell, place) => (cell === null ? [] : [[`V${place}`, cell]]))),
  ])
  await loadStudy(database, {
    participants: cells.map((_, place) => ({ id: idOf(place), family: null, collection: 'bp', study: '1' })),
    forms: [
      {
        instrument: 'A',
        version: '1',
        variables: types.map((dataType, place) => ({ name: `V${place}`, dataType })),
        records: Object.fromEntries(records),
      },
    ],
  })
  return downloadedLines()
}

/** All variables, by number; by one statement and by several. */
async function downloadedLines(): Promise<string> {
  const { variables } = createCatalog(await inTransaction(database, readCatalog))
  const ordered = variables.toSorted((a, b) => Number(a.name.slice(1)) - Number(b.name.slice(1)))
  const table = { cohortId: 1, reader: { isAdmin: true, collections: [] }, variables: ordered }
  const pieces: Uint8Array[] = []
  for await (const piece of csvOf(database, table, new AbortController().signal)) pieces.push(piece)
  const [, ...whole] = pieces
  const parts: Uint8Array[] = []
  const planOf = (dialect: Dialect, asked: DownloadTable, between: readonly [number, number]) =>
    csvPlan(dialect, asked, between, SMALL_STATEMENTS)
  const lines = (reading: DownloadReader) => linesOf(reading, table, { shape: CSV, planOf })
  for await (const piece of readFor(database, new AbortController().signal, lines)) parts.push(piece)
  expect(Buffer.concat(parts)).toEqual(Buffer.concat(whole))
  return Buffer.concat(whole).toString()
}
