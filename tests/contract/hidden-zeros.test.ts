import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortNew, cohortOverlap, cohortPreview, cohortSummary } from '#contract/cohorts.ts'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { cohortDescribe } from '#contract/describing.ts'
import { variableDistribution, variableLookup } from '#contract/variables.ts'
import { mayRead } from '#domain/access.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
import { HIGH } from '#tests/support/high-construct.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import type { Study } from '#tests/support/study.ts'
import { ACCOUNTS, createTestServer } from '#tests/support/test-server.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const MINIMUM = 4
const COLLECTIONS = ['bp', 'sz', 'au']
const CODES = ['1', '2', '3', '4']

const person = fc.record({
  collection: fc.constantFrom(...COLLECTIONS),
  // Code 4 and individuals without a record are rare: their counts are often zero.
  code: fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom('1', '2', '3', null) },
    { weight: 1, arbitrary: fc.constant('4') },
  ),
  other: fc.constantFrom('a', 'b'),
  hasRecord: fc.oneof({ weight: 40, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
})
const participantRows = fc.array(person, { minLength: 60, maxLength: 90 })
type Person = Readonly<{ collection: string; code: string | null; other: string; hasRecord: boolean }>

function studyOf(rows: readonly Person[]): Study {
  return {
    participants: rows.map(({ collection }, place) => ({
      id: `P${100 + place}`,
      family: null,
      collection,
      study: '1',
    })),
    forms: [
      {
        instrument: 'A',
        version: '1',
        variables: [
          { name: 'CODE', dataType: 'categorical', possibleValues: CODES },
          { name: 'OTHER', dataType: 'categorical', possibleValues: ['a', 'b'] },
        ],
        records: Object.fromEntries(
          rows.flatMap(({ code, other, hasRecord }, place) =>
            hasRecord ? [[`P${100 + place}`, { OTHER: other, ...(code !== null && { CODE: code }) }] as const] : [],
          ),
        ),
      },
    ],
  }
}

/** The cells of a response that divide a population, by label. */
type Cells = ReadonlyMap<string, number | null>

interface Divided {
  readonly says: string
  readonly cells: Cells
}

/** All responses that divide a cohort, and the numbers of answers. */
async function divisionsOf(call: WireCall, cohortid: number): Promise<{ divided: Divided[]; observations: number }> {
  const [spread] = valueOf(await call(variableDistribution, { variable_name: 'CODE', cohortids: [cohortid] })).data
  const asked = { cohortids: [cohortid], variable_names: ['CODE'] }
  const described = valueOf(await call(cohortDescribe, asked)).data[0]?.groups[0]
  const [found] = valueOf(await call(variableLookup, { variable_names: ['CODE'], limit_cohortid: cohortid })).data
  const preview = valueOf(await call(constructPreview, { ...HIGH, cohortid }))
  const cross = valueOf(await call(constructPreview, { ...HIGH, cohortid, cross: 'OTHER' })).cross
  const cellsOf = (
    categories: readonly (readonly [string | null, number | null])[] | null | undefined,
    others: Record<string, number | null | undefined>,
  ) =>
    new Map<string, number | null>([
      ...(categories ?? []).map(([value, count]) => [`value ${value}`, count] as const),
      ...Object.entries(others).map(([label, count]) => [label, count ?? null] as const),
    ])
  return {
    divided: [
      {
        says: 'distribution',
        cells: cellsOf(spread?.categories, { missing: spread?.missing, none: spread?.no_record }),
      },
      {
        says: 'description',
        cells: cellsOf(described?.categories, { missing: described?.unknown, none: described?.no_record }),
      },
      {
        says: 'preview',
        cells: cellsOf(
          preview.values.map(({ name, count }) => [name, count] as const),
          {
            default: preview.default,
            unknown: preview.unknown,
            none: preview.no_record,
            missing: preview.no_answer,
          },
        ),
      },
      { says: 'cross', cells: new Map(cross?.data.map(([value, answer, count]) => [`${value} ${answer}`, count])) },
    ],
    observations: found?.observations ?? 0,
  }
}

/** Responses of a server that has only some individuals, to the same requests. */
async function responsesOf(rows: readonly Person[], username: 'colleague' | 'newcomer' | 'admin', minimumCell: number) {
  const server = await createTestServer({ study: studyOf(rows), minimumCell })
  const call = await server.callAs(username)
  const draft = { parent_id: 1, cohort_type: 'subset' as const, variable: 'OTHER', constraint_type: 'EQ' }
  const saved = await call(cohortNew, { ...draft, constraint_value: 'a', name: 'As' })
  const ids = saved.ok ? [1, saved.value.new_cohort_id] : [1]
  await call(constructNew, { ...HIGH, name: 'HIGH' })
  const answers = []
  for (const id of ids) {
    answers.push({
      ...(await divisionsOf(call, id)),
      rows: valueOf(await call(cohortSummary, { cohortid: id })).data,
    })
  }
  const overlap = ids.length > 1 ? valueOf(await call(cohortOverlap, { cohortids: ids })).data : []
  server.close()
  return { answers, overlap }
}

test.each(['colleague', 'newcomer'] as const)('no hidden count follows from the others for %s', async (username) => {
  const account = ACCOUNTS.find((one) => one.username === username)
  let hidden = 0
  await fc.assert(
    fc.asyncProperty(participantRows, async (rows) => {
      const readable = rows.filter(({ collection }) => account && mayRead(account, collection))
      const { answers, overlap } = await responsesOf(rows, username, MINIMUM)
      // The reader may count readable individuals in a download.
      const known = readable.length > 0 ? await responsesOf(readable, 'admin', 0) : null
      for (const [place, { divided, observations, rows: summary }] of answers.entries()) {
        const unreadable = summary.filter(({ collection }) => !account || !mayRead(account, collection))
        const isWhole = unreadable.every(({ count }) => count !== null)
        const population = unreadable.reduce((sum, { count }) => sum + (count ?? 0), 0)
        for (const [nth, { says, cells }] of divided.entries()) {
          const knownCells = known?.answers[place]?.divided[nth]?.cells
          const parts = [...cells].flatMap(([label, count]) =>
            count === null ? [] : [count - (knownCells?.get(label) ?? 0)],
          )
          if (!isWhole || parts.length === cells.size) continue
          hidden += 1
          const rest = population - parts.reduce((sum, part) => sum + part, 0)
          expect(rest, `${says} of ${place}: ${JSON.stringify([...cells])}`).toBeGreaterThanOrEqual(MINIMUM)
        }
        const values = [...(divided[0]?.cells ?? [])].filter(([label]) => label.startsWith('value'))
        const answered = observations - (known?.answers[place]?.observations ?? 0)
        const shown = values.flatMap(([label, count]) =>
          count === null ? [] : [count - (known?.answers[place]?.divided[0]?.cells.get(label) ?? 0)],
        )
        const rest = answered - shown.reduce((sum, part) => sum + part, 0)
        const isAll =
          answered ===
          rows.filter(({ code, hasRecord, collection, other }) => {
            return (
              hasRecord && code !== null && (place === 0 || other === 'a') && !(account && mayRead(account, collection))
            )
          }).length
        if (answered > 0 && isAll && shown.length < values.length) expect(rest).toBeGreaterThanOrEqual(MINIMUM)
      }
      for (const { count, left_out } of overlap) {
        if (readable.length === 0 && COLLECTIONS.every((collection) => left_out?.includes(collection)))
          expect(count).toBeNull()
      }
    }),
    { numRuns: fuzzRuns(6), endOnFailure: true },
  )
  process.stdout.write(`Hidden counts: ${hidden} responses with one, none of them follows\n`)
})

/** The matches of a condition on CODE by unreadable collection, null where suppressed. */
async function matchesOf(call: WireCall, constraint_type: string, constraint_values: string[]) {
  const draft = { parent_id: 1, cohort_type: 'subset' as const, variable: 'CODE', constraint_type, constraint_values }
  const { data } = valueOf(await call(cohortPreview, draft))
  return new Map(data.map(({ collection, count }) => [collection, count]))
}

test.each(['forwards', 'backwards'] as const)(
  'previews of each answer, of several and of any do not add up to a hidden one, asked %s',
  async (direction) => {
    let hidden = 0
    await fc.assert(
      fc.asyncProperty(participantRows, async (rows) => {
        const server = await createTestServer({ study: studyOf(rows), minimumCell: MINIMUM })
        const call = await server.callAs('newcomer')
        const asked: { operator: string; values: string[] }[] = [
          ...CODES.map((code) => ({ operator: 'EQ', values: [code] })),
          { operator: 'ANYOF', values: ['3', '4'] },
          { operator: 'NEQ', values: ['4'] },
          { operator: 'VALID', values: [] },
        ]
        const ordered = direction === 'forwards' ? asked : asked.toReversed()
        const counts = new Map<string, ReadonlyMap<string, number | null>>()
        for (const { operator, values } of ordered) {
          counts.set([operator, ...values].join(' '), await matchesOf(call, operator, values))
        }
        server.close()
        for (const collection of COLLECTIONS) {
          const count = (name: string) => counts.get(name)?.get(collection) ?? null
          const ofCodes = (codes: readonly string[]) => codes.map((code) => count(`EQ ${code}`))
          const sums: { whole: number | null; parts: (number | null)[] }[] = [
            { whole: count('VALID'), parts: ofCodes(CODES) },
            { whole: count('ANYOF 3 4'), parts: ofCodes(['3', '4']) },
            { whole: count('NEQ 4'), parts: ofCodes(['1', '2', '3']) },
            { whole: count('VALID'), parts: [count('NEQ 4'), count('EQ 4')] },
          ]
          for (const { whole, parts } of sums) {
            if (whole === null || !parts.includes(null)) continue
            hidden += 1
            const rest = whole - parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)
            expect(
              rest,
              `${collection}: ${JSON.stringify([...counts].map(([name]) => [name, count(name)]))}`,
            ).toBeGreaterThanOrEqual(MINIMUM)
          }
        }
      }),
      { numRuns: fuzzRuns(6), endOnFailure: true },
    )
    process.stdout.write(`Hidden counts: ${hidden} sums with one, none of them follows\n`)
  },
)
