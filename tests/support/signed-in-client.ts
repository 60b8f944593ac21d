import type { QueryClient } from '@tanstack/react-query'
import { createStore, type Atom } from 'jotai'
import * as v from 'valibot'
import { vi } from 'vitest'
import { createCall } from '#api/call.ts'
import { createOpenFile, createSendBytes } from '#api/files.ts'
import type { Call } from '#api/result.ts'
import type { Store } from '#command-kit/context.ts'
import { API_PREFIX } from '#domain/limits.ts'
import {
  createQueryClient,
  queryClientAtom,
  callAtom,
  openFileAtom,
  sendBytesAtom,
} from '#entities/server-state/services.ts'
import { capabilitiesAtom, userAtom } from '#entities/session/session.ts'
import type { TestServer, Username } from '#tests/support/test-server.ts'

/** The state of one browser page whose user is signed in, without a page. */
export interface SignedInClient {
  readonly call: Call
  readonly store: Store
  readonly queryClient: QueryClient
  /** Method and path of each request, such as `POST /cohort/new`, in order. */
  readonly sent: string[]
  /** While down, each request fails as without a network; else those of the paths that are cut off. */
  readonly network: { isDown: boolean; readonly cutOff: Set<string> }
  /** Subscribes to an atom, as a screen does, and gives its current value. */
  readonly show: <Value>(shown: Atom<Value>) => () => Value
  /** The JSON of a response as it is on the wire. */
  readonly readWire: (path: string) => Promise<unknown>
  /** Posts JSON as it is on the wire, for a test's own data, and gives the new id in the response. */
  readonly saveOnWire: (path: string, body: object) => Promise<number>
}

/** Signs a user in and waits until the store knows the user and the back end's capabilities. */
export async function signInClient(server: TestServer, username: Username): Promise<SignedInClient> {
  const fetchAsUser = await server.fetchAs(username)
  const sent: string[] = []
  const network = { isDown: false, cutOff: new Set<string>() }
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : input.toString()
    const [path = ''] = url.slice(url.indexOf(API_PREFIX) + API_PREFIX.length).split('?')
    sent.push(`${init?.method ?? 'GET'} ${path}`)
    if (network.isDown || network.cutOff.has(path)) throw new TypeError('Failed to fetch')
    return fetchAsUser(input, init)
  }
  const settings = { fetch, onUnauthorized: () => undefined }
  const call = createCall(settings)
  const queryClient = createQueryClient()
  const store = createStore()
  store.set(queryClientAtom, queryClient)
  store.set(callAtom, { call })
  store.set(sendBytesAtom, { sendBytes: createSendBytes(settings) })
  store.set(openFileAtom, { openFile: createOpenFile(settings) })
  const show: SignedInClient['show'] = (shown) => {
    store.sub(shown, () => undefined)
    return () => store.get(shown)
  }
  const [user, capabilities] = [show(userAtom), show(capabilitiesAtom)]
  await vi.waitUntil(() => user() !== null && capabilities().length > 0, { timeout: 30_000, interval: 5 })
  sent.length = 0
  return {
    call,
    store,
    queryClient,
    sent,
    network,
    show,
    readWire: async (path) => (await fetchAsUser(`${API_PREFIX}${path}`)).json(),
    saveOnWire: async (path, body) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const response = await fetchAsUser(`${API_PREFIX}${path}`, init)
      const saved = v.parse(v.record(v.string(), v.unknown()), await response.json())
      return v.parse(
        v.number(JSON.stringify(saved)),
        Object.values(saved).find((value) => typeof value === 'number'),
      )
    },
  }
}
