import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { downloadNew } from '#contract/downloads.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import type { Person, Study } from '#tests/support/study.ts'
import { createTestServer } from '#tests/support/test-server.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const PARTICIPANTS = 12
const cell = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom('"', ',', '\r', '\n', ' ', '\t', ';', "'", '=', 'é', '😀'),
    minLength: 1,
    maxLength: 8,
  }),
)
// Blanks are no answers, and databases store no zero bytes.
const answer = fc.option(cell.filter((text) => text.trim() !== '' && !text.includes('\0')))

const study: fc.Arbitrary<{ study: Study; rows: readonly (readonly [string, string])[] }> = fc
  .array(fc.tuple(answer, answer), { minLength: PARTICIPANTS, maxLength: PARTICIPANTS })
  .map((rows) => {
    const participants = rows.map((_, place): Person => ({
      id: `P${100 + place}`,
      family: null,
      collection: 'bp',
      study: '1',
    }))
    const records = Object.fromEntries(
      rows.map(([one, two], place) => [
        `P${100 + place}`,
        { ...(one !== null && { ONE: one }), ...(two !== null && { TWO: two }) },
      ]),
    )
    const variables = ['ONE', 'TWO'].map((name) => ({ name, dataType: 'text' }))
    return {
      study: { participants: participants, forms: [{ instrument: 'ANY', version: '1', variables, records }] },
      rows: rows.map(([one, two]) => [one ?? '', two ?? '']),
    }
  })

test('the file contains all answers unchanged, cell by cell', async () => {
  let cells = 0
  await fc.assert(
    fc.asyncProperty(study, async ({ study: made, rows }) => {
      const server = await createTestServer({ study: made })
      try {
        const call = await server.callAs('researcher')
        const varsetid = valueOf(await call(variableSetNew, { name: 'Both', variables: ['ONE', 'TWO'] })).id
        const [prepared] = valueOf(await call(downloadNew, { cohortid: 1, varsetid }))
        const fetch = await server.fetchAs('researcher')
        const query = new URLSearchParams({ downloadid: prepared?.download_id ?? '', filename: 'x.csv' })
        const file = await (await fetch(`${API_PREFIX}/cohort/downloadstream?${query.toString()}`)).text()
        const read: string[][] = parse(file, { relax_column_count: false, record_delimiter: '\r\n' })
        expect(read.slice(1).map((row) => row.slice(-2))).toEqual(rows)
        cells += rows.length * 2
      } finally {
        server.close()
      }
    }),
    { numRuns: fuzzRuns(15), endOnFailure: true },
  )
  process.stdout.write(`Fuzzed: ${cells} cells of files\n`)
})
