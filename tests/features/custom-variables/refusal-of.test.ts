import { expect, test } from 'vitest'
import type { Failure } from '#api/result.ts'
import { FIELD, refusalOf } from '#features/custom-variables/save-requirements.ts'

const WHOLE = 'Unprocessable Content. The request is invalid. Failed to save custom variable.'

function failure(status: number, path?: string): Failure {
  const issues = path === undefined ? [] : [{ path, message: 'Expected another.' }]
  return { ok: false, status, message: WHOLE, serverMessage: 'The server says so.', context: '', issues }
}

test.each([
  ['name', FIELD.name],
  ['description', FIELD.description],
  ['variables.0', FIELD.sources],
  ['defaultValue', FIELD.default],
  ['values.1.definition.constraints.0', FIELD.values],
])('shows an issue at %s beside the field %s', (path, field) => {
  expect(refusalOf(failure(422, path))).toEqual({ field, message: 'Expected another.' })
})

test.each([
  [404, FIELD.sources],
  [409, FIELD.name],
])('shows status %i without an issue beside the field %s', (status, field) => {
  expect(refusalOf(failure(status))).toEqual({ field, message: 'The server says so.' })
})

test.each([
  ['an issue of a field that the screen lacks', failure(422, 'toString')],
  ['another status', failure(500)],
  ['no response', { ...failure(0), serverMessage: null }],
  ['a conflict without a server message', { ...failure(409), serverMessage: null }],
])('keeps the full message for %s', (_case, refused) => {
  expect(refusalOf(refused).message).toBe(WHOLE)
})
