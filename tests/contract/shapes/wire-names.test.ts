import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromWire, nameOf, toWire, wireNameOf } from '#contract/shapes/wire-names.ts'
import { contractCalls } from '#tests/support/contract-calls.ts'

/** An object or a record of a schema, and the name of the field that holds it. */
interface Place {
  readonly holder: string
  readonly type: 'object' | 'record'
  readonly isListed: boolean
  readonly names: readonly string[]
}

function placesOf(schema: unknown, holder = '', isListed = false): Place[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, entries, pipe, wrapped, item, items, options } = Object.assign(
    { type: '', entries: null, pipe: [], wrapped: null, item: null, items: [], options: [] },
    schema,
  )
  const parts: unknown[] = [wrapped, ...options, ...pipe.slice(1)]
  const listed: unknown[] = [item, ...items]
  const within = [
    ...parts.flatMap((part) => placesOf(part, holder, isListed)),
    ...listed.flatMap((part) => placesOf(part, holder, true)),
  ]
  // The one schema of the contract that is `custom` is a record too: texts by a code.
  if (type === 'record' || type === 'custom') return [{ holder, type: 'record', isListed, names: [] }, ...within]
  if (entries === null) return within
  const fields: [string, unknown][] = Object.entries(entries)
  const place: Place = { holder, type: 'object', isListed, names: fields.map(([name]) => name) }
  return [place, ...fields.flatMap(([name, part]) => placesOf(part, name)), ...within]
}

const calls = await contractCalls()
const requests = calls.flatMap(({ input }) => placesOf(input))
const all = [...requests, ...calls.flatMap(({ answer }) => placesOf(answer))]
const requestNames = [...new Set(requests.flatMap(({ names }) => names))]

test('names of the API become camelCase', () => {
  expect(all.length).toBeGreaterThan(150)
  const names = all.flatMap((place) => place.names.map(nameOf))
  // A JSON Schema names its own form.
  expect(names.filter((name) => name !== '$schema' && !/^[a-z]+(?:\d+|[A-Z][a-z]*)*$/.test(name))).toEqual([])
  expect(['varsetid', 'parent_id', 'answer_validation_desc', 'PDF_page'].map(nameOf)).toEqual([
    'variableSetId',
    'parentId',
    'answerValidationDesc',
    'pdfPage',
  ])
})

test('converted field names stay unique, and those of requests convert back', () => {
  for (const { names } of all) expect(new Set(names.map(nameOf)).size).toBe(names.length)
  expect(requestNames.map((name) => wireNameOf(nameOf(name)))).toEqual(requestNames)
})

// Their keys are names of fields, or the document of OpenAPI, which the client does not read.
const OF_NAMES = new Set(['facets', 'paths'])

test('renames the fields of objects, and no keys of records', () => {
  for (const { holder, type, isListed } of all) {
    if (holder === '' || OF_NAMES.has(holder)) continue
    const field = { some_key: 1 }
    const isKept = JSON.stringify(fromWire({ [holder]: isListed ? [field] : field })).includes('some_key')
    expect({ holder, isKept }).toEqual({ holder, isKept: type === 'record' })
  }
})

test('converts any request to the names of the API and back', () => {
  const leaf = fc.oneof(fc.string(), fc.integer(), fc.constant(null))
  const { request } = fc.letrec<{ request: unknown; field: unknown }>((tie) => ({
    field: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('field'), { maxLength: 3 }), tie('request')),
    request: fc
      .uniqueArray(fc.tuple(fc.constantFrom(...requestNames), tie('field')), {
        selector: ([name]) => name,
        maxLength: 4,
      })
      .map((fields): unknown => Object.fromEntries(fields)),
  }))
  fc.assert(
    fc.property(request, (sent) => {
      expect(toWire(fromWire(sent))).toEqual(sent)
    }),
  )
})

test('leaves codes of the data unchanged', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string(), { noNullPrototype: true }), (texts) => {
      expect(fromWire({ data_type: 'text', value_mapping: texts })).toEqual({ dataType: 'text', valueMapping: texts })
      expect(toWire({ variableName: 'SEX', values: texts })).toEqual({ variable_name: 'SEX', values: texts })
    }),
  )
})
