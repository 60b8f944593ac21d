import { afterAll, beforeAll, expect, test } from 'vitest'
import { cohortNew } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { login } from '#contract/session.ts'
import { variableEdit, variableLookup } from '#contract/variables.ts'
import { ANY_NAME_MAX, ANY_TEXT_MAX, PASSWORD_MAX } from '#domain/limits.ts'
import { contractCalls } from '#tests/support/contract-calls.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

test('every text of a request has a maximum length', async () => {
  const calls = await contractCalls()
  expect(calls.length).toBeGreaterThan(50)
  const unbounded = calls.flatMap(({ method, path, input }) =>
    unboundedTexts(input, '').map((place) => `${method} ${path}${place}`),
  )
  expect(unbounded).toEqual([])
})

test('accepts texts of the maximum length, and returns 400 for longer ones', async () => {
  const admin = await server.callAs('admin')
  const name = (length: number) => admin(variableLookup, { variable_names: ['x'.repeat(length)] })
  expect([(await name(ANY_NAME_MAX)).ok, await name(ANY_NAME_MAX + 1)]).toEqual([
    true,
    expect.objectContaining({ status: 400 }),
  ])
  const question = (length: number) =>
    admin(variableEdit, { variable_name: 'AGE', question: 'q'.repeat(length), comment: 'Why' })
  expect((await question(ANY_TEXT_MAX)).ok).toBe(true)
  expect(await question(ANY_TEXT_MAX + 1)).toMatchObject({ status: 400, issues: [{ path: 'question' }] })
  const value = 'x'.repeat(ANY_TEXT_MAX + 1)
  const subset = { parent_id: 1, name: 'A', cohort_type: 'subset', variable: 'NOTES', constraint_type: 'EQ' } as const
  expect(await admin(cohortNew, { ...subset, constraint_value: value })).toMatchObject({ status: 400 })
  const definition = { relationship: 'AND' as const, constraints: [] }
  const values = [{ name: 'yes', description: value, definition }]
  const draft = { name: 'long', construct_type: 'downcode' as const, variables: ['MARITAL'], values }
  expect(await admin(constructNew, draft)).toMatchObject({ status: 400 })
  const anonymous = await server.callAs()
  expect(await anonymous(login, { username: 'admin', password: 'x'.repeat(PASSWORD_MAX + 1) })).toMatchObject({
    status: 400,
  })
})

/** Texts without a maximum length; numbers may be sent as texts. */
function unboundedTexts(schema: unknown, place: string): string[] {
  const [first] = listOf(get(schema, 'pipe'))
  if (first !== undefined && first !== schema && get(first, 'type') !== 'string') return unboundedTexts(first, place)
  switch (get(schema, 'type')) {
    case 'string':
      return isBounded(schema) ? [] : [place]
    case 'object':
      return Object.entries(Object(get(schema, 'entries'))).flatMap(([key, part]) =>
        unboundedTexts(part, `${place} ${key}`),
      )
    case 'record':
      return [...unboundedTexts(get(schema, 'key'), `${place} key`), ...unboundedTexts(get(schema, 'value'), place)]
    case 'array':
      return unboundedTexts(get(schema, 'item'), place)
    case 'tuple':
      return listOf(get(schema, 'items')).flatMap((part) => unboundedTexts(part, place))
    case 'union':
      return listOf(get(schema, 'options')).flatMap((part) => unboundedTexts(part, place))
    case 'optional':
    case 'nullish':
    case 'nullable':
      return unboundedTexts(get(schema, 'wrapped'), place)
    default:
      return []
  }
}

function isBounded(schema: unknown): boolean {
  const isLimit = (part: unknown) => ['max_length', 'regex'].includes(String(get(part, 'type')))
  return listOf(get(schema, 'pipe')).some((part) => isLimit(part) || (part !== schema && isBounded(part)))
}

function get(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
