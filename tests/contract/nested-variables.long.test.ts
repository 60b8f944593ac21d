import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortNew, cohortPreview } from '#contract/cohorts.ts'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { constructDelete, constructList } from '#contract/custom-variables.ts'
import { downloadNew } from '#contract/downloads.ts'
import { variableSetDelete, variableSetNew } from '#contract/variable-sets.ts'
import { variableLookup, variableSearch } from '#contract/variables.ts'
import {
  API_PREFIX,
  COMBINATIONS_MAX,
  CUSTOM_BASE_VARIABLES_MAX,
  CUSTOM_CONDITIONS_MAX,
  CUSTOM_LEVELS_MAX,
  CUSTOM_SOURCES_MAX,
  UNKNOWN_VALUE,
} from '#domain/limits.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { insertCustomVariable } from '#server/store/custom-variables/custom-variables.ts'
import { nextId } from '#server/store/saved-objects.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { callsTouching, chainOf, gridOf, type NestedDraft } from '#tests/support/nested-variables.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { createTestServer, type TestServer, type TestServerOptions } from '#tests/support/test-server.ts'

const servers: TestServer[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await createTestServer(options)
  servers.push(server)
  return server
}

async function make(call: WireCall, drafts: readonly NestedDraft[]): Promise<void> {
  for (const draft of drafts) valueOf(await call(constructNew, draft))
}

const LEVELS = 10
const CATEGORIES = ['MARITAL', 'MOOD_LOW', 'MOOD2_LOW']

test.each([
  ['downcodes of twelve values', chainOf('AGE', { levels: LEVELS, values: 12 }), 0],
  ['three variables of three sources', gridOf(CATEGORIES, LEVELS), 0],
  ['three variables of three sources, with suppression', gridOf(CATEGORIES, LEVELS), 3],
])('every endpoint evaluates ten levels of %s in time', async (_, drafts, minimumCell) => {
  const server = await startServer({ minimumCell })
  const call = await server.callAs('researcher')
  const married = { parent_id: 1, cohort_type: 'subset', variable: 'MARITAL', constraint_type: 'VALID' } as const
  const { new_cohort_id: cohortid } = valueOf(await call(cohortNew, { ...married, name: 'Married' }))
  await make(call, drafts)
  const draft = drafts.at(-1)
  if (!draft) throw new Error('There is no draft.')
  const fetch = await server.fetchAs('researcher')
  const filter = { collection: 'bp', cohortid }
  for (const { what, work } of callsTouching({ call, fetch, draft, cross: 'MARITAL', filter })) {
    await expect(work(), what).resolves.not.toThrow()
  }
})

test('pedigree files and previews count the same individuals by a variable of ten levels', async () => {
  const server = await startServer()
  const call = await server.callAs('admin')
  const drafts = chainOf('AGE', { levels: LEVELS, values: 12 })
  await make(call, drafts)
  const { name = '' } = drafts.at(-1) ?? {}
  const fetch = await server.fetchAs('admin')
  const [found] = valueOf(await call(variableLookup, { variable_names: [name] })).data
  const values = found?.top_answers.flatMap(([answer]) => (answer === UNKNOWN_VALUE ? [] : [answer])) ?? []
  expect(values).not.toEqual([])
  for (const value of values) {
    const condition = { parent_id: 1, variable: name, constraint_type: 'EQ', constraint_value: value } as const
    const { split } = valueOf(await call(cohortPreview, { ...condition, cohort_type: 'subset' }))
    const response = await fetch(`${API_PREFIX}/cohort/fam?cohortid=1&variable=${name}&value=${value}`)
    const affected = (await response.text()).split('\n').filter((line) => line.split(/\s/)[5] === '2')
    expect([value, affected.length]).toEqual([value, split?.match])
  }
})

let call: WireCall
let server: TestServer
beforeAll(async () => {
  server = await startServer()
  call = await server.callAs('researcher')
})

const refusal = (message: string) => ({ ok: false, status: 422, serverMessage: message })

test('refuses one level too many in a preview and in a save', async () => {
  const drafts = chainOf('AGE', { levels: CUSTOM_LEVELS_MAX + 1, values: 2 })
  await make(call, drafts.slice(0, -1))
  const draft = drafts.at(-1)
  if (!draft) throw new Error('There is no draft.')
  const refused = refusal(
    'Custom variables can be built on each other in at most 12 levels: this takes 13. Use a source of a lower level.',
  )
  expect(await call(constructPreview, draft)).toMatchObject(refused)
  expect(await call(constructNew, draft)).toMatchObject(refused)
})

test('refuses an existing variable beyond the limits, and evaluates all others', async () => {
  const admin = await server.callAs('admin')
  const drafts = chainOf('AGE', { levels: 40, values: 3 })
  await inTransaction(server.database, async (connection) => {
    const owner = await accountId('admin')
    for (const { name, variables, values } of drafts) {
      await insertCustomVariable(connection, owner, {
        constructid: await nextId(connection),
        projectid: 1,
        variable_name: name,
        description: '',
        construct_type: 'downcode',
        default_value: '',
        formula: '',
        sources: [...variables],
        value_definitions: values.map((value) => ({ name: value.name, description: '', definition: value.definition })),
      })
    }
  })
  const list = valueOf(await admin(constructList, {})).custom_vars
  const observations = list.map((variable) => variable.observations)
  expect(observations).toEqual(drafts.map((_, place) => (place < CUSTOM_LEVELS_MAX ? 6 : 0)))
  const search = { searchstring: 'chain', searchtype: 'question', facets: true, filter: { collection: 'bp' } } as const
  expect(valueOf(await admin(variableSearch, search)).data).toHaveLength(CUSTOM_LEVELS_MAX)
  expect(await admin(variableLookup, { variable_names: ['CHAIN_40'] })).toMatchObject(
    refusal(
      'CHAIN_40: Custom variables can be built on each other in at most 12 levels: this takes 40. Use a source of a lower level.',
    ),
  )
  const old = {
    parent_id: 1,
    cohort_type: 'subset',
    variable: 'AGE',
    constraint_type: 'GTE',
    constraint_value: '50',
  } as const
  const { new_cohort_id: cohortid } = valueOf(await admin(cohortNew, { ...old, name: 'Old' }))
  await inTransaction(server.database, (connection) =>
    connection.run(sql`UPDATE cohort SET variable_name = 'CHAIN_39' WHERE cohortid = ${cohortid}`),
  )
  const difference = {
    parent_id: 1,
    secondparent_id: cohortid,
    cohort_type: 'compound',
    constraint_type: 'SUBTRACT',
  } as const
  expect(valueOf(await admin(cohortPreview, difference)).undecided).toBeNull()
  expect(await admin(cohortNew, { ...difference, name: 'Others' })).toMatchObject({ ok: true })
  const set = valueOf(await admin(variableSetNew, { name: 'Deep', variables: ['AGE', 'CHAIN_40'] }))
  expect(await admin(downloadNew, { cohortid: 1, varsetid: set.id })).toMatchObject({ status: 422 })
  expect(await admin(variableSetDelete, { varsetid: set.id })).toMatchObject({ ok: true })
  const constructid = list.find((variable) => variable.variable_name === 'CHAIN_40')?.constructid ?? 0
  expect(await admin(constructDelete, { constructid })).toMatchObject({ ok: true })
})

test('limits the total number of conditions and sources of all levels', async () => {
  const wide = Array.from({ length: CUSTOM_BASE_VARIABLES_MAX + 1 }, (_, place) => `WIDE_${place}`)
  const study = {
    ...SMALL_STUDY,
    forms: [
      {
        instrument: 'WIDE',
        version: '1',
        variables: wide.map((name) => ({ name, dataType: 'categorical', possibleValues: ['0', '1'] })),
        records: {},
      },
    ],
  }
  const call = await (await startServer({ study })).callAs('researcher')
  const [many] = gridOf(wide.slice(0, CUSTOM_SOURCES_MAX), 1)
  const [tooMany] = gridOf(wide, 1)
  if (!many || !tooMany) throw new Error('There are no drafts.')
  valueOf(await call(constructPreview, many))
  expect(await call(constructPreview, tooMany)).toMatchObject(refusal('At most 200 variables can be used.'))

  const grid = gridOf(wide.slice(0, 50), 2)
  await make(call, grid.slice(0, 50))
  const refusals = []
  for (const draft of grid.slice(50)) {
    const result = await call(constructNew, draft)
    if (!result.ok) refusals.push(result.serverMessage)
  }
  expect(refusals).toEqual([])
  const third = gridOf(wide.slice(0, 50), 3).at(-1)
  if (!third) throw new Error('There is no draft.')
  expect(await call(constructPreview, third)).toMatchObject(
    refusal(
      `A custom variable and those that it is built on can have at most 5,000 conditions together: this takes 5,050. Use fewer of them.`,
    ),
  )
  expect(CUSTOM_CONDITIONS_MAX).toBe(5_000)
})

test('refuses a table of two variables with too many answers before counting its cells', async () => {
  const codes = Array.from({ length: 1_000 }, (_, code) => String(code))
  const variables = ['FIRST', 'SECOND'].map((name) => ({ name, dataType: 'categorical', possibleValues: codes }))
  const study = { ...SMALL_STUDY, forms: [{ instrument: 'CODES', version: '1', variables, records: {} }] }
  const call = await (await startServer({ study })).callAs('researcher')
  const definition = { relationship: 'OR' as const, constraints: [] }
  const draft = {
    name: 'TABLE',
    construct_type: 'merge' as const,
    defaultValue: '',
    variables: ['FIRST', 'SECOND'],
    values: ['a', 'b'].map((name) => ({ name, description: '', definition })),
  }
  expect(await call(constructPreview, draft)).toMatchObject(
    refusal('A table of two variables can have at most 10,000 combinations: these have 1,002,000.'),
  )
  expect(COMBINATIONS_MAX).toBe(10_000)
})

async function accountId(username: string): Promise<number> {
  const connection = await server.database.connect()
  try {
    for await (const rows of connection.rows(sql`SELECT account_id FROM account WHERE username = ${username}`)) {
      for (const row of rows) if (typeof row === 'object' && row !== null) return Number(Object.values(row)[0])
    }
    throw new Error(`There is no ${username}.`)
  } finally {
    connection.close()
  }
}
