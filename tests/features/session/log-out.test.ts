// @vitest-environment jsdom
import { createStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import { createCall } from '#api/call.ts'
import { createQueryClient, queryClientAtom } from '#entities/server-state/services.ts'
import { userAtom, userinfoAtom } from '#entities/session/session.ts'
import { workingSetAtom } from '#entities/variables/working-set.ts'
import { forgetUser } from '#features/session/log-in.ts'
import { logOut } from '#features/session/use-cases.ts'
import { userinfoOf } from '#tests/support/userinfo-of.ts'

test('clears the browser’s data on logout, even if another request sees the end of the session first', async () => {
  // Other files of the worker leave theirs.
  localStorage.clear()
  const store = createStore()
  store.set(queryClientAtom, createQueryClient())
  const user = { username: 'ada', firstName: '', lastName: '', privileges: [], collections: [] }
  await store.set(userinfoAtom, { data: userinfoOf(user) })
  store.sub(userAtom, () => undefined)
  expect(store.get(userAtom)?.username).toBe('ada')
  store.set(workingSetAtom, ['AGE'])
  const kept = () => Object.keys(localStorage).filter((key) => key.includes(':ada'))
  expect(kept()).not.toEqual([])
  const fetch = async () => {
    forgetUser(store)
    await vi.waitFor(() => expect(store.get(userAtom)).toBeNull())
    return new Response('{}', { headers: { 'content-type': 'application/json' } })
  }
  expect(await logOut({ store, call: createCall({ fetch, onUnauthorized: () => undefined }) })).toBeUndefined()
  expect(kept()).toEqual([])
})
