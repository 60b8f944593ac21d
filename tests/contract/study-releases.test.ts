import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { studyApply, studyInfo, studyPlan } from '#contract/study-files.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'
import { FIRST_VISIT, SECOND_VISIT, importRecords, importVisit, type Visit } from '#tests/support/two-releases.ts'

const YEAR = new Date().getUTCFullYear()
const EARLIER = `release "${YEAR}.1"\n`

const STUDY = `
variable LEVEL = recode SCORE { low: < 20; high: >= 20; else: low }
score DOUBLE = 2 * SCORE
cohort "Everyone" = MOOD answered
cohort "Scored" = SCORE answered
cohort "High" = LEVEL = high
cohort "Low mood" = MOOD = low and SCORE >= 10 in "Scored"
cohort "Twice" = DOUBLE >= 40 or SCORE missing
cohort "Joined" = union of ("High", "Low mood")
cohort "Shared" = intersection of ("Joined", "Scored")
cohort "Rest" = difference of ("Everyone", "High")
cohort "Not low" = at least 1 of (not in "Low mood", LEVEL = high)
cohort "Collected" = collection = bp and not in "High"
cohort "Families" = pedigrees in "High"
cohort "With siblings" = family size >= 1
cohort "Built on families" = SCORE answered in "With siblings"
`
const COUNTED = [
  'Collected',
  'Everyone',
  'High',
  'Joined',
  'Low mood',
  'Not low',
  'Rest',
  'Scored',
  'Shared',
  'Twice',
] as const

async function serve(visit: Visit): Promise<TestServer> {
  const holding = await openTestDatabase()
  await importVisit(holding, visit)
  const server = await createTestServer({ holding })
  return server
}

async function served(visit: Visit): Promise<{ readonly server: TestServer; readonly call: WireCall }> {
  const server = await serve(visit)
  onTestFinished(() => server.close())
  return { server, call: await server.callAs('researcher') }
}

/** The sizes of the cohorts of a plan on the release that the text names, by name. */
async function planned(call: WireCall, text: string) {
  const { problems, release, changes } = valueOf(await call(studyPlan, { text }))
  expect(problems).toEqual([])
  const cohorts = changes.flatMap(({ kind, name, size_at_release }) =>
    kind === 'cohort' ? [[name, size_at_release] as const] : [],
  )
  return { release, changes, sizes: new Map(cohorts.filter(([, size]) => size !== null)) }
}

async function sizesOf(call: WireCall, text: string): Promise<ReadonlyMap<string, number | null>> {
  const { changes } = valueOf(await call(studyApply, { text }))
  return new Map(
    changes.flatMap(({ kind, name, size_after }) => (kind === 'cohort' ? [[name, size_after] as const] : [])),
  )
}

test('cohorts that stay, and new ones, have their size on the release that a file names', async () => {
  const { server, call } = await served(FIRST_VISIT)
  const applied = await sizesOf(call, STUDY)
  await importVisit(server.database, SECOND_VISIT)

  const kept = await planned(call, EARLIER + STUDY)
  expect(kept.release).toEqual({ name: `${YEAR}.1`, is_known: true, present: `${YEAR}.2` })
  expect([...kept.sizes.keys()].sort()).toEqual(COUNTED)
  for (const [name, size] of kept.sizes) expect([name, size]).toEqual([name, applied.get(name)])

  // Other definitions have the members of today, and those of then.
  const renamed = STUDY.replaceAll('"High"', '"Higher"').replace('score DOUBLE = 2', 'score DOUBLE = 1')
  const made = await planned(call, EARLIER + renamed)
  const higher = made.changes.find(({ name }) => name === 'Higher')
  expect(higher).toMatchObject({ change: 'create', size_after: 3, size_at_release: 3 })
  const twice = made.changes.find(({ name }) => name === 'Twice')
  expect(twice).toMatchObject({ change: 'rerun', size_after: 4, size_at_release: 2 })
})

test('a project names the present release, which is counted once', async () => {
  const { call } = await served(FIRST_VISIT)
  await call(studyApply, { text: STUDY })
  const { text } = valueOf(await call(studyInfo, {}))
  expect(text.split('\n')[0]).toBe(`release "${YEAR}.1"`)
  const { release, sizes } = await planned(call, text)
  expect(release).toEqual({ name: `${YEAR}.1`, is_known: true, present: `${YEAR}.1` })
  expect(sizes.size).toBe(0)
})

test('a release that is not there stops nothing', async () => {
  const { call } = await served(FIRST_VISIT)
  const { release, changes, sizes } = await planned(call, `release Pilot${STUDY}`)
  expect(release).toEqual({ name: 'Pilot', is_known: false, present: `${YEAR}.1` })
  expect([changes.length > 10, sizes.size]).toEqual([true, 0])
  expect(valueOf(await call(studyPlan, { text: STUDY })).release).toBeNull()
})

test('cohorts on variables that came later have no size on an earlier release', async () => {
  const { server, call } = await served(FIRST_VISIT)
  await importRecords(server.database, { 'later.csv': 'id,dose\na,1\nb,2\n' }, 'bp')
  const { sizes } = await planned(
    call,
    `${EARLIER}cohort "Dosed" = DOSE answered\ncohort "Below" = SCORE answered in "Dosed"\ncohort "Apart" = SCORE = 40`,
  )
  expect([...sizes]).toEqual([['Apart', 1]])
})

test('an account without every answer has no size on a release', async () => {
  const holding = await openTestDatabase()
  await importVisit(holding, FIRST_VISIT)
  const server = await createTestServer({ holding, minimumCell: 3 })
  onTestFinished(() => server.close())
  await importVisit(server.database, SECOND_VISIT)
  const { sizes } = await planned(await server.callAs('newcomer'), `${EARLIER}cohort "Scored" = SCORE answered`)
  expect(sizes.size).toBe(0)
})

const visits = fc.dictionary(
  fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
  fc.record({
    score: fc.constantFrom('', '5', '15', '20', '35', '40'),
    mood: fc.constantFrom('low', 'high'),
  }),
  { minKeys: 1 },
)

test('after any release the sizes on the first one are those that were saved on it', async () => {
  await fc.assert(
    fc.asyncProperty(visits, visits, async (second, third) => {
      const server = await serve(FIRST_VISIT)
      try {
        const call = await server.callAs('researcher')
        const applied = await sizesOf(call, STUDY)
        await importVisit(server.database, second)
        await importVisit(server.database, third)
        const { sizes } = await planned(call, EARLIER + STUDY)
        expect(sizes).toEqual(new Map(COUNTED.map((name) => [name, applied.get(name)])))
      } finally {
        server.close()
      }
    }),
    { numRuns: fuzzRuns(6) },
  )
})
