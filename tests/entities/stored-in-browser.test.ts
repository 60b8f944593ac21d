// @vitest-environment jsdom
import { createStore } from 'jotai'
import { beforeEach, describe, expect, test } from 'vitest'
import { userAtom, userinfoAtom } from '#entities/session/session.ts'
import { tourAtom } from '#entities/session/tour.ts'
import { forgetRecentVariables, recentVariablesAtom } from '#entities/variables/recent-variables.ts'
import { forgetWorkingSet, workingSetAtom } from '#entities/variables/working-set.ts'
import { userinfoOf } from '#tests/support/userinfo-of.ts'

beforeEach(() => localStorage.clear())

/** A page whose user is signed in, with what this browser keeps. */
function pageOf(username: string) {
  const store = createStore()
  const user = { username, firstName: '', lastName: '', privileges: [], collections: [] }
  void store.set(userinfoAtom, { data: userinfoOf(user) })
  for (const kept of [userAtom, workingSetAtom, recentVariablesAtom, tourAtom]) store.sub(kept, () => undefined)
  expect(store.get(userAtom)?.username).toBe(username)
  return store
}

describe('working set', () => {
  test('is kept across a reload for its own user only', () => {
    pageOf('ada').set(workingSetAtom, ['AGE', 'BIRTH'])
    expect(pageOf('ada').get(workingSetAtom)).toEqual(['AGE', 'BIRTH'])
    expect(pageOf('grace').get(workingSetAtom)).toEqual([])
  })

  test('can be updated from its previous value', () => {
    const page = pageOf('ada')
    page.set(workingSetAtom, ['AGE'])
    page.set(workingSetAtom, (names) => [...names, 'BIRTH'])
    expect(page.get(workingSetAtom)).toEqual(['AGE', 'BIRTH'])
  })

  test('is cleared for one user only', () => {
    const page = pageOf('ada')
    page.set(workingSetAtom, ['AGE'])
    pageOf('grace').set(workingSetAtom, ['BIRTH'])
    forgetWorkingSet(page, 'ada')
    expect(page.get(workingSetAtom)).toEqual([])
    expect(pageOf('grace').get(workingSetAtom)).toEqual(['BIRTH'])
  })
})

describe('recent variables', () => {
  test('are the last six without duplicates, the latest first', () => {
    const page = pageOf('ada')
    for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'C']) page.set(recentVariablesAtom, name)
    expect(page.get(recentVariablesAtom)).toEqual(['C', 'G', 'F', 'E', 'D', 'B'])
    expect(pageOf('ada').get(recentVariablesAtom)).toEqual(['C', 'G', 'F', 'E', 'D', 'B'])
  })

  test('are cleared for one user only', () => {
    const page = pageOf('ada')
    page.set(recentVariablesAtom, 'AGE')
    pageOf('grace').set(recentVariablesAtom, 'BIRTH')
    forgetRecentVariables(page, 'ada')
    expect(page.get(recentVariablesAtom)).toEqual([])
    expect(pageOf('grace').get(recentVariablesAtom)).toEqual(['BIRTH'])
  })
})

test('ignores malformed stored values', () => {
  for (const stored of ['{', '{"a":1}', '-1', '[1]']) {
    for (const name of ['working-set', 'recent-variables', 'tour']) localStorage.setItem(`${name}:ada`, stored)
    const page = pageOf('ada')
    expect([page.get(workingSetAtom), page.get(recentVariablesAtom), page.get(tourAtom)]).toEqual([[], [], 'offered'])
  }
})
