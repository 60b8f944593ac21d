import { expect, test } from 'vitest'
import { createHistory, type Operation } from '#tests/simulation/history.ts'
import { operationFrom } from '#tests/simulation/model/operation.ts'
import { checkSessions } from '#tests/simulation/model/sessions.ts'

const MINUTE = 60_000

function rulesOf(...operations: readonly Operation[]) {
  const history = createHistory()
  history.operations.push(...operations)
  return checkSessions(history).map(({ rule }) => rule)
}

const login = (password = 'old') => ({ begunToken: 't', session: { kind: 'begin', password, replaced: null } }) as const
const use = { token: 't' }
const refused = { token: 't', outcome: 'refused', status: 401 } as const
const logout = { token: 't', session: { kind: 'end', token: 't' } } as const
const change = { token: 'other', session: { kind: 'change password', from: 'old', to: 'new' } } as const

test('a session is used until its logout, and not after it', () => {
  expect(rulesOf(operationFrom(1, 2, login()), operationFrom(3, 4, use), operationFrom(5, 6, logout))).toEqual([])
  const after = [operationFrom(1, 2, login()), operationFrom(3, 4, logout)]
  expect(rulesOf(...after, operationFrom(5, 6, use))).toEqual(['a session ends'])
  expect(rulesOf(...after, operationFrom(5, 6, refused))).toEqual([])
})

test('a session lasts until something ends it', () => {
  expect(rulesOf(operationFrom(1, 2, login()), operationFrom(3, 4, refused))).toEqual(['a session lasts'])
})

test('a new password ends the session of a concurrent login by the old one, and spares one by the new one', () => {
  expect(rulesOf(operationFrom(2, 5, login()), operationFrom(1, 6, change), operationFrom(7, 8, use))).toEqual([
    'a session ends',
  ])
  expect(rulesOf(operationFrom(1, 6, change), operationFrom(2, 5, login('new')), operationFrom(7, 8, use))).toEqual([])
})

test('a session without use ends after half an hour', () => {
  const usedAt = (clock: number) => ({ begun: { tick: 3, clock }, ended: { tick: 4, clock } })
  expect(rulesOf(operationFrom(1, 2, login()), operationFrom(3, 4, { ...use, ...usedAt(29 * MINUTE) }))).toEqual([])
  expect(rulesOf(operationFrom(1, 2, login()), operationFrom(3, 4, { ...use, ...usedAt(31 * MINUTE) }))).toEqual([
    'a session ends',
  ])
})
