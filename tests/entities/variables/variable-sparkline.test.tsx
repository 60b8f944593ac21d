import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { Provider } from 'jotai'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SKETCHES_MAX } from '#domain/limits.ts'
import { useSketch, useStays } from '#entities/variables/variable-sparkline.tsx'
import { signInClient, type SignedInClient } from '#tests/support/signed-in-client.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let client: SignedInClient
beforeEach(async () => {
  server = await createTestServer()
  client = await signInClient(server, 'admin')
})
afterEach(() => {
  cleanup()
  server.close()
})

const wrapper = ({ children }: { children: ReactNode }) => <Provider store={client.store}>{children}</Provider>
const sketchOf = (name: string) => renderHook(() => useSketch(name), { wrapper }).result

test('batches simultaneous rows into one request, and returns null for a variable without a sketch', async () => {
  const [age, marital, none] = ['AGE', 'MARITAL', 'NO_SUCH_VARIABLE'].map(sketchOf)
  await waitFor(() => expect(none?.current).toBeNull())
  expect([age?.current, marital?.current]).toEqual([expect.any(Object), expect.any(Object)])
  expect(client.sent).toEqual(['POST /variable/sketches'])
})

test('splits the rows that exceed one request', async () => {
  const rows = Array.from({ length: SKETCHES_MAX + 1 }, (_, place) => sketchOf(`V${place}`))
  await waitFor(() => expect(rows.map(({ current }) => current)).toEqual(rows.map(() => null)))
  expect(client.sent).toHaveLength(2)
})

test('keeps a sketch unknown after a failed request', async () => {
  client.network.isDown = true
  const age = sketchOf('AGE')
  await waitFor(() => expect(client.queryClient.getQueryState(['sketch', 'AGE'])?.status).toBe('error'))
  expect(age.current).toBeUndefined()
})

test('requests a sketch after a delay, or at once if it is cached', async () => {
  const stays = (name: string) => renderHook(() => useStays(name), { wrapper }).result
  const first = stays('AGE')
  expect(first.current).toBe(false)
  await waitFor(() => expect(first.current).toBe(true))
  const age = sketchOf('AGE')
  await waitFor(() => expect(age.current).toBeDefined())
  expect(stays('AGE').current).toBe(true)
})
