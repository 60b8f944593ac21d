import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  EMPTY_EXCHANGE,
  exchangeText,
  hashOf,
  isExchange,
  readExchange,
  type Exchange,
} from '#features/definitions/exchange/exchange-text.ts'

const name = fc.string({ minLength: 1, maxLength: 12 })
const value = fc.string({ maxLength: 8 })
const condition = fc.record({ variableName: name, constraintType: fc.constantFrom('EQ', 'GT'), constraintValue: value })
const options = { unknownAs: 'unknown' as const, off: false, note: '' }

const custom = fc.record({
  name,
  constructType: fc.constantFrom('downcode' as const, 'multiple' as const),
  defaultValue: value,
  description: value,
  variables: fc.array(name, { maxLength: 3 }),
  variableLimit: fc.nat(3),
  formula: fc.constant(''),
  values: fc.array(
    fc.record({
      name,
      description: value,
      definition: fc.record({
        relationship: fc.constantFrom('AND' as const, 'OR' as const),
        constraints: fc.array(condition, { maxLength: 2 }),
      }),
    }),
    { maxLength: 3 },
  ),
})

/** A cohort by rules three deep, or a compound set; of earlier cohorts alone. */
function cohortAt(place: number): fc.Arbitrary<Exchange['cohorts'][number]> {
  const from = place === 0 ? fc.constant('all' as const) : fc.oneof(fc.constant('all' as const), fc.nat(place - 1))
  const leaf = fc.oneof(
    condition.map((one) => ({ ...one, ...options })),
    fc.nat(place).map((earlier) => ({ cohortId: earlier + 1, ...options })),
  )
  const groupOf = <Rule>(rule: fc.Arbitrary<Rule>) =>
    fc.record({
      match: fc.constantFrom('all' as const, 'any' as const, 'none' as const),
      count: fc.constant(1),
      relatives: fc.constant(null),
      areVersions: fc.constant(false),
      unknownAs: fc.constant('unknown' as const),
      off: fc.boolean(),
      note: value,
      rules: fc.array(rule, { maxLength: 2 }),
    })
  const rules = groupOf(fc.oneof(leaf, groupOf(leaf))).map((group) => ({ version: 1 as const, ...group }))
  return fc.oneof(
    fc.record({ cohortType: fc.constant('rules' as const), name, description: value, from, rules }),
    fc.record({
      cohortType: fc.constant('compound' as const),
      name,
      description: value,
      constraintType: fc.constantFrom('UNION', 'SUBTRACT'),
      from,
      second: from,
    }),
  )
}

const documents: fc.Arbitrary<Exchange> = fc.record({
  format: fc.constant('diver-exchange' as const),
  version: fc.constant(1 as const),
  customVariables: fc.array(custom, { maxLength: 3 }),
  cohorts: fc.nat(4).chain((count) => fc.tuple(...Array.from({ length: count }, (_, place) => cohortAt(place)))),
  variableSets: fc.array(
    fc.record({ name, description: value, variables: fc.array(name, { minLength: 1, maxLength: 3 }) }),
    { maxLength: 2 },
  ),
  variables: fc.array(
    fc.record({
      variableName: name,
      dataType: value,
      question: value,
      possibleValues: fc.array(value),
      valueMapping: fc.dictionary(
        fc.string({ maxLength: 4 }).filter((key) => key !== '__proto__'),
        value,
      ),
    }),
    { maxLength: 2 },
  ),
})

describe('a document', () => {
  test('is read as it was written, with the same hash whatever the order of its keys', async () => {
    await fc.assert(
      fc.asyncProperty(documents, async (document) => {
        const text = await exchangeText(document)
        const read = await readExchange(text)
        expect(read).toMatchObject({ ok: true, document, check: 'verified' })
        const shuffled = JSON.stringify(reversed(JSON.parse(text)))
        expect(shuffled).not.toBe(JSON.stringify(JSON.parse(text)))
        expect(await readExchange(shuffled)).toEqual(read)
        expect(isExchange(text)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  test('has another hash after any change', async () => {
    const set = { name: 'Mood', description: '', variables: ['AGE'] }
    const text = await exchangeText({ ...EMPTY_EXCHANGE, variableSets: [set] })
    expect(await readExchange(text.replace('"AGE"', '"AGF"'))).toMatchObject({ ok: true, check: 'differs' })
    expect(await readExchange(text.replace(/,\s*"sha256": "\w+"/, ''))).toMatchObject({ ok: true, check: 'absent' })
  })

  test('has the SHA-256 of its canonical form', async () => {
    // printf '{"a":[1,"b"]}' | sha256sum
    expect(await hashOf({ sha256: 'not counted', a: [1, 'b'] })).toBe(
      'ee70aef572200b15408cec63724334e0ccd6c2b5d1cd7225a7f6a3f2a9aa80a9',
    )
  })
})

describe('a text', () => {
  test('with a copied definition is read as a document', async () => {
    const copied = {
      format: 'diver-definition',
      kind: 'variable-set',
      name: 'Mood',
      description: '',
      variables: ['AGE'],
    }
    expect(isExchange(JSON.stringify(copied))).toBe(false)
    expect(await readExchange(JSON.stringify(copied))).toMatchObject({
      ok: true,
      check: 'absent',
      document: { variableSets: [{ name: 'Mood', variables: ['AGE'] }], cohorts: [] },
    })
  })

  test.each([
    ['no JSON', 'AGE', 'This text contains no definitions from this product.'],
    ['another format', '{"format":"other"}', 'This text contains no definitions from this product.'],
    [
      'a later version',
      '{"format":"diver-exchange","version":2}',
      'These definitions have version 2; this product reads version 1.',
    ],
    [
      'a set without variables',
      '{"format":"diver-exchange","version":1,"variablesets":[{"name":"Mood","variables":[]}]}',
      'These definitions are invalid at variablesets.0.variables',
    ],
    [
      'an unknown member',
      '{"format":"diver-exchange","version":1,"projects":[]}',
      'These definitions are invalid at projects',
    ],
    [
      'a cohort that is its own parent',
      '{"format":"diver-exchange","version":1,"cohorts":[{"name":"A","cohort_type":"compound","from":0}]}',
      'These definitions are invalid at cohorts',
    ],
  ])('with %s is refused', async (_case, text, message) => {
    expect(await readExchange(text)).toMatchObject({ ok: false, message: expect.stringContaining(message) })
  })
})

function reversed(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(reversed)
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json)
      .toReversed()
      .map(([key, part]) => [key, reversed(part)]),
  )
}
