import { createHash } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cohortNew } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { cohortDescribe, cohortGroups } from '#contract/describing.ts'
import { mayRead } from '#domain/access.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { scoreStudy } from '#tests/support/score-requests.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { ACCOUNTS, createTestServer, type Username } from '#tests/support/test-server.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const NUMBERS = ['FIRST', 'SECOND', 'TOTAL']

/** The ledger chooses at random which of several counts it suppresses: here the same ones for the same requests. */
function repeatable(): (count: number) => Uint8Array {
  let drawn = 0
  return (count) => Uint8Array.from(createHash('shake256', { outputLength: count }).update(String(drawn++)).digest())
}

/** A study whose numbers differ in collections that the account may not read: other numbers, more or fewer of them. */
async function serve(username: Username, minimumCell: number, numberOf: ((nth: number) => string) | null) {
  const account = ACCOUNTS.find((one) => one.username === username)
  let nth = 0
  const study = scoreStudy((answers, collection) => {
    if (numberOf === null || (account && mayRead(account, collection))) return answers
    nth++
    const { SECOND: _, ...others } = answers
    return { ...others, FIRST: numberOf(nth), ...(nth % 3 === 0 && { SECOND: numberOf(nth + 1) }) }
  })
  const server = await createTestServer({ study, minimumCell, random: repeatable() })
  onTestFinished(() => server.close())
  const call = await server.callAs(username)
  const subset = {
    parent_id: 1,
    cohort_type: 'subset',
    description: '',
    variable: 'OTHER',
    constraint_type: 'EQ',
  } as const
  const { new_cohort_id: first } = valueOf(await call(cohortNew, { ...subset, name: 'A', constraint_value: 'a' }))
  const { new_cohort_id: second } = valueOf(await call(cohortNew, { ...subset, name: 'B', constraint_value: 'b' }))
  const score = { construct_type: 'score' as const, variables: [], values: [], description: '' }
  valueOf(await call(constructNew, { ...score, name: 'TOTAL', formula: 'SUM(FIRST, SECOND; at least 1)' }))
  return { server, call, first, second }
}

type Served = Awaited<ReturnType<typeof serve>>

/** Responses to all descriptions of the numbers, verbatim. */
async function responsesOf({ server, first, second }: Served, username: Username): Promise<string[]> {
  const fetch = await server.fetchAs(username)
  const saved = [first, second]
  const groups = [
    { cohortids: [1] },
    { cohortids: saved },
    { cohortids: [1, ...saved] },
    { cohortids: [1], by: 'OTHER' },
    { cohortids: [1], by: 'ITEM' },
  ]
  const responses: string[] = []
  for (const columns of groups) {
    for (const tests of [undefined, 'means', 'medians']) {
      const body = JSON.stringify({ ...columns, variable_names: [...NUMBERS, 'ITEM', 'FLAG', 'BIRTH'], tests })
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${API_PREFIX}${cohortDescribe.path}`, { method: 'POST', headers, body })
      responses.push(`${response.status} ${body} ${await response.text()}`)
    }
  }
  return responses
}

test.each([
  ['colleague', 0],
  ['newcomer', 0],
  ['colleague', 10],
  ['researcher', 10],
] as const)('descriptions for %s do not depend on unreadable numbers, MIN_CELL=%i', async (username, minimum) => {
  const served = await serve(username, minimum, null)
  const responses = await responsesOf(served, username)
  for (const numberOf of [() => '900', (nth: number) => String((nth * 7919) % 101)]) {
    const changed = await serve(username, minimum, numberOf)
    expect(await responsesOf(changed, username)).toEqual(responses)
  }
  expect(responses.filter((response) => response.startsWith('200'))).toHaveLength(responses.length)
})

test.each([0, 10])('counts the individuals of a group by outcome, MIN_CELL=%i', async (minimum) => {
  const { call, first, second } = await serve('researcher', minimum, null)
  const { data: groups, overlaps } = valueOf(await call(cohortGroups, { cohortids: [1, first, second] }))
  expect(overlaps.map(({ places }) => places)).toEqual([
    [0, 1],
    [0, 2],
    [1, 2],
  ])
  const { data } = valueOf(
    await call(cohortDescribe, { cohortids: [1, first, second], variable_names: [...NUMBERS, 'ITEM'] }),
  )
  expect(data).toHaveLength(4)
  for (const { groups: described } of data) {
    for (const [place, { answered, unknown, no_record, not_counted }] of described.entries()) {
      const parts = [answered, unknown, no_record, not_counted]
      const size = groups[place]?.size ?? null
      if (size !== null && !parts.includes(null)) {
        expect(parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)).toBe(size)
      }
    }
  }
})

test('withholds p values of groups that share individuals', async () => {
  const { call, first, second } = await serve('admin', 0, null)
  const asked = { variable_names: ['FIRST', 'ITEM'], tests: 'means' as const, family_seed: 1 }
  const { data: shared } = valueOf(await call(cohortDescribe, { ...asked, cohortids: [1, first] }))
  expect(shared.map(({ tested }) => tested)).toMatchObject([
    { p: null, test: '', because: 'The columns share individuals.' },
    { p: null, test: '', because: 'The columns share individuals.' },
  ])
  const { data: apart } = valueOf(await call(cohortDescribe, { ...asked, cohortids: [first, second] }))
  expect(apart.map(({ tested }) => tested)).toMatchObject([
    { test: 'Welch’s t test' },
    { p: null, because: 'An expected count is below 5, so the χ² test does not hold.' },
  ])
  const { data: divided } = valueOf(await call(cohortDescribe, { ...asked, cohortids: [1], by: 'OTHER' }))
  expect(divided[0]?.groups.map(({ mean, sd }) => [mean, sd])).toEqual(
    apart[0]?.groups.map(({ mean, sd }) => [mean, sd]),
  )
  expect(divided[0]?.tested).toEqual(apart[0]?.tested)
})

test('refuses groups that cannot be described', async () => {
  const { call, first, second } = await serve('researcher', 0, null)
  const status = async (request: { cohortids: number[]; by?: string }) => {
    const result = await call(cohortGroups, request)
    return result.ok ? 200 : result.status
  }
  expect(await status({ cohortids: [first, first] })).toBe(422)
  expect(await status({ cohortids: [first, second], by: 'ITEM' })).toBe(422)
  expect(await status({ cohortids: [first], by: 'FIRST' })).toBe(422)
  expect(await status({ cohortids: [first], by: 'NOWHERE' })).toBe(404)
  expect(await status({ cohortids: [99] })).toBe(404)
  expect(await status({ cohortids: [] })).toBe(400)
})
