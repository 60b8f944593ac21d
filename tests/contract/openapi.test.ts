import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_PREFIX } from '#domain/limits.ts'
import { contractCalls } from '#tests/support/contract-calls.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

const Document = v.looseObject({
  openapi: v.string(),
  paths: v.record(v.string(), v.record(v.string(), v.looseObject({ summary: v.string(), operationId: v.string() }))),
})
type Document = v.InferOutput<typeof Document>

let server: TestServer
let document: Document
beforeAll(async () => {
  server = await createTestServer()
  const response = await server.newFetch()(`${API_PREFIX}/openapi.json`)
  document = v.parse(Document, await response.json())
})
afterAll(() => server.close())

const calls = await contractCalls()
const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )

test('returns an OpenAPI 3.1 document, open to anonymous requests', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  expect(errors).toBeUndefined()
  expect([valid, document.openapi]).toEqual([true, '3.1.0'])
  const broken: unknown = { ...structuredClone(document), info: {} }
  expect(await new Validator().validate(Object(broken))).toMatchObject({ valid: false })
})

test('documents exactly the endpoints of the contract', () => {
  expect(operations().toSorted()).toEqual(calls.map(({ method, path }) => `${method} ${path}`).toSorted())
})

test('each endpoint documents the parameters of the contract under a unique name', () => {
  const all = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(calls.length)
  const { parameters } = v.parse(
    v.looseObject({ parameters: v.array(v.looseObject({ name: v.string(), required: v.boolean() })) }),
    document.paths['/cohort/summary']?.['get'],
  )
  expect(parameters).toMatchObject([{ name: 'cohortid', in: 'query', required: true }])
})

// What the linter spectral:oas asks for, and generators of clients read.
test('operations have a description and a described tag; arrays have the form of their items', () => {
  const Tagged = v.looseObject({ description: v.pipe(v.string(), v.nonEmpty()), tags: v.tuple([v.string()]) })
  const { tags } = v.parse(
    v.looseObject({ tags: v.array(v.object({ name: v.string(), description: v.pipe(v.string(), v.nonEmpty()) })) }),
    document,
  )
  const described = tags.map(({ name }) => name)
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    expect(described).toContain(v.parse(Tagged, operation).tags[0])
  }
  const without: unknown[] = []
  JSON.stringify(document, (_, value: unknown) => {
    if (v.is(v.looseObject({ type: v.literal('array') }), value) && !v.is(v.looseObject({ items: v.any() }), value))
      without.push(value)
    return value
  })
  expect(without).toEqual([])
})

const ajv = new Ajv2020({ strict: false, allErrors: true })

/** Schema violations of a response. */
function problemsOf(path: string, method: string, body: unknown): unknown {
  const pointer = [path, method, 'responses', '200', 'content', 'application/json', 'schema']
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/')
  if (!ajv.getSchema('diver')) ajv.addSchema(document, 'diver')
  const isValid = ajv.getSchema(`diver#/paths/${pointer}`)
  if (!isValid) throw new Error(`No schema for ${method} ${path}`)
  return isValid(body) ? [] : isValid.errors
}

test.each([
  ['get', '/version', ''],
  ['get', '/userinfo', ''],
  ['get', '/project/info', ''],
  ['get', '/project/current', ''],
  ['get', '/cohort/info', ''],
  ['get', '/cohort/summary', '?cohortid=1'],
  ['get', '/construct/list', ''],
  ['get', '/variableset/info', ''],
  ['get', '/audit', ''],
  ['get', '/usage', '?cohortid=1'],
  ['get', '/variable/edits', ''],
  ['get', '/import/progress', ''],
  ['get', '/openapi.json', ''],
  ['post', '/variable/search', { searchstring: '', searchtype: 'question', facets: true }],
  ['post', '/variable/lookup', { variable_names: ['SEX', 'MOOD'] }],
] as const)('the response matches the OpenAPI document: %s %s', async (method, path, sent) => {
  const fetch = await server.fetchAs('admin')
  const isQuery = typeof sent === 'string'
  const response = await fetch(`${API_PREFIX}${path}${isQuery ? sent : ''}`, {
    method: method.toUpperCase(),
    ...(!isQuery && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(sent) }),
  })
  expect(response.status).toBe(200)
  expect(problemsOf(path, method, await response.json())).toEqual([])
})

test('a response of another shape does not match', () => {
  expect(problemsOf('/project/current', 'get', { projectid: 'none' })).not.toEqual([])
  expect(problemsOf('/cohort/info', 'get', { cohorts: [{ name: 'without an id' }] })).not.toEqual([])
  expect(problemsOf('/variable/lookup', 'post', { data: [{ question: 7 }] })).not.toEqual([])
})

test('returns 404 without the capability', async () => {
  const plain = await createTestServer({ capabilities: [] })
  expect((await plain.newFetch()(`${API_PREFIX}/openapi.json`)).status).toBe(404)
  plain.close()
  const without = await createTestServer({ capabilities: ['openapi'] })
  const document = v.parse(Document, await (await without.newFetch()(`${API_PREFIX}/openapi.json`)).json())
  expect(document.paths['/cohort/preview']).toBeDefined()
  expect(document.paths['/cohort/overlap']).toBeUndefined()
  without.close()
})
