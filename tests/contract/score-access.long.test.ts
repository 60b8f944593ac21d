import type * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortNew, cohortPreview } from '#contract/cohorts.ts'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { constructList } from '#contract/custom-variables.ts'
import { type RuleDefinition, rulesPreview } from '#contract/rules.ts'
import { variableDistribution, variableLookup, variableSearch } from '#contract/variables.ts'
import { mayRead } from '#domain/access.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { requestsAbout, scoreRequests, scoreStudy } from '#tests/support/score-requests.ts'
import { serveStudy } from '#tests/support/serve-study.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { ACCOUNTS, type TestServer, type Username } from '#tests/support/test-server.ts'
import type { TextRequest } from '#tests/support/text-requests.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

function isOpenTo(username: Username) {
  const account = ACCOUNTS.find((one) => one.username === username)
  return (collection: string) => account !== undefined && mayRead(account, collection)
}

/** Citus adds up the numbers of its shards in the order in which they come: the last digit varies. */
function rounded(text: string): string {
  return text.replaceAll(/\d+\.\d{3,}/g, (number) => String(Number(Number(number).toPrecision(12))))
}

/** All responses to the same requests in the same order. */
async function responsesTo(server: TestServer, username: Username): Promise<string[]> {
  const fetch = await server.fetchAs(username)
  const responses: string[] = []
  const saved: number[] = []
  const send = async ({ method, path, body }: TextRequest) => {
    const headers = { 'content-type': 'application/json' }
    const url = `${API_PREFIX}${path}`
    const response = await fetch(url, body ? { method, headers, body: JSON.stringify(body) } : { method })
    const text = await response.text()
    responses.push(`${method} ${path} ${JSON.stringify(body)}: ${response.status} ${rounded(text)}`)
    const id = /"new_cohort_id":(\d+)/.exec(text)?.[1]
    if (id !== undefined) saved.push(Number(id))
  }
  for (const request of scoreRequests()) await send(request)
  for (const request of [...saved].flatMap(requestsAbout)) await send(request)
  return responses
}

test.each([
  ['colleague', 0],
  ['newcomer', 0],
  ['colleague', 10],
  ['researcher', 10],
] as const)(
  'responses about scores to %s do not depend on unreadable answers, MIN_CELL=%i',
  async (username, minimum) => {
    const isOpen = isOpenTo(username)
    const served = await serveStudy(
      scoreStudy((answers) => answers),
      minimum,
    )
    // The same records: some answers of the scores are missing, the others are different numbers.
    const changed = await serveStudy(
      scoreStudy((answers, collection) => {
        if (isOpen(collection)) return answers
        const { OTHER = '' } = answers
        return answers['FLAG'] === '1'
          ? { OTHER }
          : { OTHER, FIRST: '900', ITEM: '1', FLAG: '1', BIRTH: '1901-01-01', SEEN: '2020-01-01' }
      }),
      minimum,
    )
    const responses = await responsesTo(served, username)
    expect(await responsesTo(changed, username)).toEqual(responses)
    // The responses are equal, and not because all are refusals.
    const succeeded = responses.filter((response) => / 200 \S/.test(response))
    expect(succeeded.length).toBeGreaterThan(responses.length * 0.8)
  },
)

const draft = (name: string, formula: string) => {
  return { name, construct_type: 'score' as const, variables: [], values: [], formula }
}
const TOTAL = 'SUM(FIRST, SECOND; at least 1)'
const subset = { parent_id: 1, cohort_type: 'subset', variable: 'TOTAL' } as const
const high = { constraint_type: 'GT', constraint_value: '12' } as const

/** All numbers of TOTAL that a user gets. */
async function numbersOf(call: WireCall) {
  const preview = valueOf(await call(constructPreview, draft('', TOTAL)))
  valueOf(await call(constructNew, draft('TOTAL', TOTAL)))
  const above = valueOf(await call(cohortPreview, { ...subset, ...high }))
  const valid = valueOf(await call(cohortPreview, { ...subset, constraint_type: 'VALID' }))
  const [found] = valueOf(await call(variableLookup, { variable_names: ['TOTAL'] })).data
  const [spread] = valueOf(await call(variableDistribution, { variable_name: 'TOTAL', cohortids: [1] })).data
  const [listed] = valueOf(await call(constructList, {})).custom_vars
  const search = valueOf(await call(variableSearch, { searchstring: 'TOTAL', searchtype: 'question' })).data
  return {
    score: preview.score,
    unknown: preview.unknown,
    noRecord: preview.no_record,
    above: shownRows(above.data),
    valid: shownRows(valid.data),
    observations: [found?.observations, listed?.observations, search[0]?.observations],
    answers: found?.top_answers,
    bins: spread?.bins,
  }
}

/** Suppressed rows have no numbers. */
function shownRows<Row extends { readonly hidden: boolean }>(rows: readonly Row[]): Row[] {
  return rows.filter(({ hidden }) => !hidden)
}

test.each([
  ['colleague', 0],
  ['researcher', 0],
  ['colleague', 10],
] as const)(
  'the numbers for %s are those of the readable individuals alone, MIN_CELL=%i',
  async (username, minimum) => {
    const isOpen = isOpenTo(username)
    const study = scoreStudy((answers) => answers)
    const readable = { ...study, participants: study.participants.filter(({ collection }) => isOpen(collection)) }
    const ids = new Set(readable.participants.map(({ id }) => id))
    const forms = study.forms.map((form) => ({
      ...form,
      records: Object.fromEntries(Object.entries(form.records).filter(([id]) => ids.has(id))),
    }))
    const alone = await serveStudy({ ...readable, forms }, 0)
    const all = await serveStudy(study, minimum)
    const numbers = await numbersOf(await all.callAs(username))
    const numbersAlone = await numbersOf(await alone.callAs('admin'))
    expect(rounded(JSON.stringify(numbers, null, 1))).toEqual(rounded(JSON.stringify(numbersAlone, null, 1)))
    expect(numbers.score?.answered).toBeGreaterThan(10)
  },
)

test('individuals whose answers may not be read are not counted in a split', async () => {
  const server = await serveStudy(
    scoreStudy((answers) => answers),
    0,
  )
  const call = await server.callAs('colleague')
  const { split } = valueOf(await call(constructPreview, draft('', TOTAL)))
  const notCounted = { not_counted: 70, not_counted_collections: ['au', 'sz'] }
  expect(split).toMatchObject(notCounted)
  valueOf(await call(constructNew, draft('TOTAL', TOTAL)))
  for (const condition of [high, { constraint_type: 'VALID' }]) {
    const preview = valueOf(await call(cohortPreview, { ...subset, ...condition }))
    expect(preview.split, JSON.stringify(condition)).toMatchObject(notCounted)
    const rules: v.InferInput<typeof RuleDefinition> = {
      version: 1,
      match: 'all',
      rules: [{ variable_name: 'TOTAL', ...condition }],
    }
    expect(valueOf(await call(rulesPreview, { parent_id: 1, rules })).split).toMatchObject(notCounted)
  }
})

test('the preview of a score does not disclose small numbers of unreadable members of a cohort', async () => {
  const server = await serveStudy(
    scoreStudy((answers) => answers),
    10,
  )
  const call = await server.callAs('colleague')
  const few = {
    parent_id: 1,
    cohort_type: 'subset',
    variable: 'FIRST',
    constraint_type: 'LT',
    constraint_value: '3',
  } as const
  const cohortid = valueOf(await call(cohortNew, { ...few, name: 'Few' })).new_cohort_id
  const hidden = valueOf(await call(cohortPreview, few)).data.filter((row) => row.hidden)
  expect(hidden.length).toBeGreaterThan(0)
  const preview = valueOf(await call(constructPreview, { ...draft('', TOTAL), cohortid }))
  expect(preview.not_counted).toBeUndefined()
  expect(preview.split?.not_counted).toBeUndefined()
})
