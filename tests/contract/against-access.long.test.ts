import { parse } from 'csv-parse/sync'
import { expect, test, vi } from 'vitest'
import { variableAgainst } from '#contract/against.ts'
import { cohortNew } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { downloadNew } from '#contract/downloads.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { variableDistribution } from '#contract/variables.ts'
import { mayRead } from '#domain/access.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { scoreStudy } from '#tests/support/score-requests.ts'
import { serveStudy } from '#tests/support/serve-study.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import type { Study } from '#tests/support/study.ts'
import { ACCOUNTS, type Username } from '#tests/support/test-server.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

type Change = (answers: Record<string, string>, nth: number) => Record<string, string>

/** The study with other answers where the account may not read them. */
function changed(username: Username, change: Change): Study {
  const account = ACCOUNTS.find((one) => one.username === username)
  let nth = 0
  return scoreStudy((answers, collection) =>
    account && mayRead(account, collection) ? answers : change(answers, nth++),
  )
}

const NUMBERS = ['FIRST', 'SECOND', 'TOTAL']
const CATEGORIES = ['ITEM', 'OTHER', 'GROUP']

/** A server of a study, with a cohort, a score and a custom category of the account. */
async function serve(study: Study, username: Username, minimum: number) {
  const server = await serveStudy(study, minimum)
  const call = await server.callAs(username)
  const draft = { parent_id: 1, cohort_type: 'subset', variable: 'OTHER', constraint_type: 'EQ' } as const
  const { new_cohort_id: id } = valueOf(await call(cohortNew, { ...draft, name: 'As', constraint_value: 'a' }))
  const shared = { variables: [], description: '' }
  valueOf(
    await call(constructNew, {
      ...shared,
      construct_type: 'score',
      values: [],
      name: 'TOTAL',
      formula: 'SUM(FIRST, SECOND; at least 1)',
    }),
  )
  const value = (name: string, constraint_type: 'LTE' | 'GT') => ({
    name,
    description: '',
    definition: {
      relationship: 'AND' as const,
      constraints: [{ variable_name: 'FIRST', constraint_type, constraint_value: '15' }],
    },
  })
  valueOf(
    await call(constructNew, {
      ...shared,
      construct_type: 'multiple',
      variables: ['FIRST'],
      variable_limit: 1,
      name: 'GROUP',
      values: [value('LOW', 'LTE'), value('HIGH', 'GT')],
    }),
  )
  return { server, call, id }
}

/** Responses to all pairs of variables, of all individuals and of a cohort, verbatim. */
async function responsesOf(study: Study, username: Username, minimum: number, pairs: readonly (readonly string[])[]) {
  const { server, id } = await serve(study, username, minimum)
  const fetch = await server.fetchAs(username)
  const responses: string[] = []
  for (const [variable_name, other_variable_name] of pairs) {
    for (const cohortid of [1, id]) {
      const body = JSON.stringify({ variable_name, other_variable_name, cohortid })
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${API_PREFIX}${variableAgainst.path}`, { method: 'POST', headers, body })
      responses.push(`${response.status} ${body} ${await response.text()}`)
    }
  }
  return responses
}

function pairsOf(names: readonly string[], others: readonly string[]): string[][] {
  return names.flatMap((one) => others.flatMap((other) => (one === other ? [] : [[one, other]])))
}

const CHANGES: readonly Change[] = [
  (answers) => ({ ...answers, FIRST: '900', SECOND: '-900' }),
  ({ ITEM = '', OTHER = '' }, nth) => ({
    ITEM,
    OTHER,
    FIRST: String((nth * 7919) % 101),
    ...(nth % 3 === 0 && { SECOND: String(nth) }),
  }),
]

test.each(['colleague', 'newcomer'] as const)(
  'pictures of numbers for %s do not depend on unreadable numbers without MIN_CELL',
  async (username) => {
    const pairs = pairsOf(NUMBERS, [...NUMBERS, 'ITEM'])
    const responses = await responsesOf(
      scoreStudy((answers) => answers),
      username,
      0,
      pairs,
    )
    for (const change of CHANGES) {
      expect(await responsesOf(changed(username, change), username, 0, pairs)).toEqual(responses)
    }
    expect(responses.every((response) => response.startsWith('200'))).toBe(true)
    expect(responses.some((response) => response.includes('"points":[['))).toBe(username === 'colleague')
  },
)

test.each(['colleague', 'newcomer', 'researcher'] as const)(
  'with MIN_CELL no picture for %s depends on any unreadable answer',
  async (username) => {
    const pairs = pairsOf([...NUMBERS, ...CATEGORIES], [...NUMBERS, ...CATEGORIES])
    const responses = await responsesOf(
      scoreStudy((answers) => answers),
      username,
      10,
      pairs,
    )
    const changes: Change[] = [
      ...CHANGES,
      // One individual with an answer of its own.
      (answers, nth) => (nth === 1 ? { ...answers, ITEM: '2', FIRST: '12345' } : answers),
      // Unreadable answers beside the dictionary, more values than can be drawn, and none at all.
      (answers, nth) => ({ ...answers, ITEM: `${nth}` }),
      ({ OTHER = '' }) => ({ OTHER }),
    ]
    for (const change of changes) {
      expect(await responsesOf(changed(username, change), username, 10, pairs)).toEqual(responses)
    }
    expect(responses.every((response) => response.startsWith('200'))).toBe(true)
  },
)

test('a cell less the distributions of its variables leaves no small number of unreadable individuals', async () => {
  const MINIMUM = 10
  const { call } = await serve(
    scoreStudy((answers) => answers),
    'colleague',
    MINIMUM,
  )
  const readable = scoreStudy((answers, collection) => (collection === 'bp' ? answers : {}))
  const records = Object.values(readable.forms[0]?.records ?? {})
  const names = ['ITEM', 'OTHER'] as const
  const { axes, cells } = valueOf(await call(variableAgainst, { variable_name: 'ITEM', other_variable_name: 'OTHER' }))
  // Each cell is the number of readable individuals, which the account may count in its own files.
  for (const [first, second, individuals] of cells) {
    const [one, other] = [axes[0].values?.[first], axes[1].values?.[second]]
    expect(individuals).toBe(records.filter(({ ITEM, OTHER }) => ITEM === one && OTHER === other).length)
  }
  for (const [place, variable_name] of names.entries()) {
    const { data } = valueOf(await call(variableDistribution, { variable_name, cohortids: [1] }))
    for (const [value, count] of data[0]?.categories ?? []) {
      const shown = cells
        .filter((cell) => axes[place]?.values?.[cell[place] ?? 0] === value)
        .reduce((sum, [, , individuals]) => sum + individuals, 0)
      if (count !== null) expect(count - shown === 0 || count - shown >= MINIMUM).toBe(true)
    }
  }
})

test.each(['colleague', 'researcher', 'admin'] as const)(
  'with MIN_CELL the points of %s are the answers in a download of the cohort',
  async (username) => {
    const study = scoreStudy((answers) => answers)
    const { server, call, id } = await serve(study, username, 10)
    const { id: varsetid } = valueOf(await call(variableSetNew, { name: 'Numbers', variables: NUMBERS }))
    const fetch = await server.fetchAs(username)
    for (const cohortid of [1, id]) {
      const [prepared] = valueOf(await call(downloadNew, { cohortid, varsetid }))
      const query = new URLSearchParams({ downloadid: prepared?.download_id ?? '', filename: 'file.csv' })
      const file = await (await fetch(`${API_PREFIX}/cohort/download?${query.toString()}`)).text()
      const rows: Record<string, string>[] = parse(file, { columns: true })
      for (const [one = '', other = ''] of pairsOf(NUMBERS, NUMBERS)) {
        const drawn = valueOf(await call(variableAgainst, { variable_name: one, other_variable_name: other, cohortid }))
        const both = rows.filter((row) => row[one] !== '' && row[other] !== '')
        const expected = both.map((row) => `${Number(row[one])} ${Number(row[other])}`)
        const points = (drawn.points ?? []).flatMap(([x, y, individuals]) =>
          Array.from({ length: individuals }, () => `${x} ${y}`),
        )
        expect(points.length).toBeGreaterThan(0)
        expect(points.toSorted()).toEqual(expected.toSorted())
      }
    }
  },
)
