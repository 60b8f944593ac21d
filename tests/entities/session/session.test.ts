import { createStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import { createCall } from '#api/call.ts'
import { ApiError } from '#api/result.ts'
import { version } from '#contract/session.ts'
import { callAtom } from '#entities/server-state/services.ts'
import { sessionResource } from '#entities/session/session.ts'

/** A store over a back end whose next response the test sets, and the requests that it got. */
function storeOver(answer: { next: () => Response }) {
  const store = createStore()
  const sent: string[] = []
  const fetch: typeof globalThis.fetch = async (input) => {
    sent.push(input instanceof Request ? input.url : input.toString())
    return answer.next()
  }
  store.set(callAtom, { call: createCall({ fetch, onUnauthorized: () => undefined }) })
  return { store, sent }
}

test('is fetched once by its first subscriber', async () => {
  const { store, sent } = storeOver({ next: () => Response.json({ diverapp: '1.0.0' }) })
  const shown = sessionResource(version)
  expect(store.get(shown)).toMatchObject({ data: undefined, isPending: true })
  const stop = store.sub(shown, () => undefined)
  store.sub(shown, () => undefined)
  await vi.waitFor(() => expect(store.get(shown).data?.diverapp).toBe('1.0.0'))
  stop()
  store.sub(shown, () => undefined)
  expect(sent).toHaveLength(1)
})

test('keeps its value when a later request fails, until a request succeeds', async () => {
  const answer = { next: () => Response.json({ diverapp: '1.0.0' }) }
  const { store, sent } = storeOver(answer)
  const shown = sessionResource(version)
  await store.set(shown, 'fetch')
  answer.next = () => Response.json({ message: 'The disk is full.' }, { status: 500 })
  await store.set(shown, 'fetch')
  expect(store.get(shown).error).toBeInstanceOf(ApiError)
  expect(store.get(shown).data?.diverapp).toBe('1.0.0')
  answer.next = () => Response.json({ diverapp: '1.1.0' })
  await Promise.all([store.set(shown, 'fetch'), store.set(shown, 'fetch')])
  expect(store.get(shown)).toMatchObject({ data: { diverapp: '1.1.0' }, error: null, isFetching: false })
  expect(sent).toHaveLength(3)
})
