import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createRegistry } from '#command-kit/registry.ts'
import { commands } from '#commands/index.ts'
import { CALLS } from '#tests/spec/calls.ts'
import { MESSAGES } from '#tests/spec/messages.ts'
import { ROUTES } from '#tests/spec/routes.ts'
import { SPECIFICATION } from '#tests/spec/rows-shown.ts'
import { contractCalls } from '#tests/support/contract-calls.ts'

test.each(Object.entries(SPECIFICATION))('has no duplicate rows in %s', (_, rows) => {
  const sentences = rows.map(({ rule }) => rule)
  expect(sentences.filter((one, place) => sentences.indexOf(one) !== place)).toEqual([])
})

/** Beyond the specification. */
const OWN_ROUTES = [
  '/variables/:id/against/:other',
  '/help/:page?',
  '/new',
  '/definitions/import',
  '/cohorts/build/:id?',
  '/cohorts/describe',
  '/releases',
  '/downloads/files',
  '/downloads/files/:id',
  '/clinical-constructs/score',
  '/project/study',
  '/project/study/log',
]

test('has a row for every route, and no row for other routes', () => {
  const declared = createRegistry(commands).routes.map(({ path }) => path)
  expect([...ROUTES.map(({ rule }) => rule), ...OWN_ROUTES].toSorted()).toEqual(declared.toSorted())
})

test('names an endpoint of the contract in every row of section 7', async () => {
  const contract = (await contractCalls()).map(({ method, path }) => `${method} ${path}`)
  expect(CALLS).toHaveLength(33)
  expect(CALLS.map(({ rule }) => rule).filter((call) => !contract.includes(call))).toEqual([])
})

test('lists only messages that the product has, word for word', () => {
  const messages = readFileSync('src/domain/messages.ts', 'utf8').replaceAll(/\$\{(?:id|entity|label)\}/g, (name) =>
    name.slice(1),
  )
  expect(MESSAGES.map(({ rule }) => rule).filter((message) => !messages.includes(message))).toEqual([])
})
