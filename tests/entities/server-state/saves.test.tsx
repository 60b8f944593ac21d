import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Result } from '#api/result.ts'
import { useSending, useVersionedSave } from '#entities/server-state/saves.ts'
import { editVariableSet, readVariableSet } from '#features/variable-sets/use-cases.ts'
import { signInClient, type SignedInClient } from '#tests/support/signed-in-client.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

const AGES = { name: 'Ages', description: 'Two of them', variables: ['AGE', 'AGE_AT_ONSET'] }
type Draft = typeof AGES

let server: TestServer
let client: SignedInClient
let id: number
beforeEach(async () => {
  server = await createTestServer()
  client = await signInClient(server, 'admin')
  id = await client.saveOnWire('/variableset/new', AGES)
})
afterEach(() => {
  cleanup()
  server.close()
})

async function readNow() {
  const read = await readVariableSet(client, id)
  if (!read.ok) throw new Error(read.message)
  return { ...read.value, thing: { ...read.value.thing, variables: [...read.value.thing.variables] } }
}

/** The form of an edit, begun from what is saved now. */
async function openForm() {
  const base = await readNow()
  const onSaved = vi.fn<() => void>()
  const { result } = renderHook(() =>
    useVersionedSave<Draft, unknown>({
      base,
      save: (thing, version) => editVariableSet(client, id, thing, version),
      readNow: async () => ({ ok: true, value: await readNow() }),
      onSaved,
    }),
  )
  const save = (mine: Draft) => act(() => result.current.save(mine))
  return { form: () => result.current, save, onSaved }
}

test('saves an edit without a conflict', async () => {
  const { form, save, onSaved } = await openForm()
  await save({ ...AGES, name: 'Older' })
  expect([form().failure, form().conflict, onSaved.mock.calls.length]).toEqual([null, null, 1])
  expect((await readNow()).thing.name).toBe('Older')
})

test('keeps the form and the error of a refused edit until the next attempt', async () => {
  const { form, save, onSaved } = await openForm()
  await save({ ...AGES, name: 'x'.repeat(65) })
  await vi.waitFor(() => expect(form().failure?.status).toBe(422))
  expect([form().isSaving, form().conflict, onSaved.mock.calls.length]).toEqual([false, null, 0])
  await save(AGES)
  await vi.waitFor(() => expect([form().failure, onSaved.mock.calls.length]).toEqual([null, 1]))
})

test('shows the saved state on a conflict and saves both edits merged', async () => {
  const { form, save, onSaved } = await openForm()
  await editVariableSet(client, id, { ...AGES, description: 'Edited elsewhere' }, null)
  const mine = { ...AGES, name: 'Older' }
  await save(mine)
  const conflict = form().conflict
  expect(conflict?.theirs).toEqual({ ...AGES, description: 'Edited elsewhere' })
  expect(onSaved).not.toHaveBeenCalled()
  await save(conflict?.bothWith(mine) ?? mine)
  expect(onSaved).toHaveBeenCalledOnce()
  expect((await readNow()).thing).toEqual({ ...AGES, name: 'Older', description: 'Edited elsewhere' })
})

test('does not send a second change while the first is pending', async () => {
  let finish = (_result: Result<string>) => {}
  const change = vi.fn((_input: string) => new Promise<Result<string>>((resolve) => (finish = resolve)))
  const { result } = renderHook(() => useSending(change))
  let first: unknown
  act(() => {
    first = result.current.send('one')
  })
  await vi.waitFor(() => expect(result.current.isSending).toBe(true))
  expect(await result.current.send('two')).toBeNull()
  await act(async () => {
    finish({ ok: true, value: 'done' })
    expect(await first).toEqual({ value: 'done' })
  })
  await vi.waitFor(() => expect(result.current.isSending).toBe(false))
  expect(change.mock.calls).toEqual([['one']])
})
