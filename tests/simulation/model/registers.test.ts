import { expect, test } from 'vitest'
import { createHistory, type Operation } from '#tests/simulation/history.ts'
import { operationFrom } from '#tests/simulation/model/operation.ts'
import { checkRegisters } from '#tests/simulation/model/registers.ts'

const writes = (value: string) => ({ writes: [{ register: 'text', value }] })
const seen = (value: string) => ({ seen: [{ register: 'text', value }] })

function rulesOf(...operations: readonly Operation[]) {
  const history = createHistory()
  history.operations.push(...operations)
  return checkRegisters(history).map(({ rule }) => rule)
}

test('a read sees the last change, or one that overlaps it', () => {
  const [first, second] = [operationFrom(1, 2, writes('a')), operationFrom(3, 6, writes('b'))]
  expect(rulesOf(first, second, operationFrom(7, 8, seen('b')))).toEqual([])
  for (const value of ['a', 'b']) expect(rulesOf(first, second, operationFrom(4, 5, seen(value)))).toEqual([])
})

test('an earlier value after a change is a lost save', () => {
  const changes = [operationFrom(1, 2, writes('a')), operationFrom(3, 4, writes('b'))]
  expect(rulesOf(...changes, operationFrom(5, 6, seen('a')))).toEqual(['no acknowledged save is lost'])
  expect(rulesOf(...changes, operationFrom(5, 6, seen('absent')))).toEqual(['no acknowledged save is lost'])
})

test('a refused value is a phantom save; one of a killed server is possible', () => {
  const refused = operationFrom(1, 2, { ...writes('a'), outcome: 'refused', status: 503 })
  expect(rulesOf(refused, operationFrom(5, 6, seen('a')))).toEqual(['no phantom save'])
  const unsure = operationFrom(1, 2, { ...writes('a'), outcome: 'unsure', status: null })
  for (const value of ['a', 'absent']) expect(rulesOf(unsure, operationFrom(5, 6, seen(value)))).toEqual([])
})

test('a repeated key takes effect before its first response, not later', () => {
  const key = 'k'
  const change = operationFrom(1, 2, { ...writes('a'), key })
  const other = operationFrom(3, 4, writes('b'))
  const repeated = operationFrom(5, 6, { ...writes('a'), key })
  expect(rulesOf(change, other, repeated, operationFrom(7, 8, seen('a')))).toEqual(['no acknowledged save is lost'])
  expect(rulesOf(change, other, repeated, operationFrom(7, 8, seen('b')))).toEqual([])
})
