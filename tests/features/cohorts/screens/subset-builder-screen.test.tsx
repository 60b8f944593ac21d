import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PaneContext } from '#command-kit/hooks.ts'
import { CommandProvider } from '#command-kit/kit.tsx'
import { DUPLICATE_COHORT_NAME } from '#domain/messages.ts'
import { EMPTY_COHORT } from '#entities/cohorts/building/cohort-draft.ts'
import { takenNamesAtom } from '#entities/cohorts/building/use-cohort-saving.ts'
import { useSubsetBuilder } from '#features/cohorts/screens/subset-builder-screen.tsx'
import { signInClient, type SignedInClient } from '#tests/support/signed-in-client.ts'
import { smallKit } from '#tests/support/small-commands.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'
import { ADULTS } from '#tests/support/wire-drafts.ts'
import { paneRegistrationsAtom } from '#workspace/panes/pane-atoms.ts'
import { forgetScreen } from '#workspace/screen-state.ts'

const PANE = 'pane-of-this-test'

let server: TestServer
let client: SignedInClient
beforeEach(async () => {
  localStorage.clear()
  server = await createTestServer()
  client = await signInClient(server, 'admin')
})
afterEach(() => {
  cleanup()
  forgetScreen(PANE)
  server.close()
})

type Builder = ReturnType<typeof useSubsetBuilder>

/** The builder of a subset of All Individuals by a variable, in a pane. */
async function openBuilder(variableName: string) {
  const { registry, parts } = smallKit({})
  const { call, store } = client
  const user = { username: 'admin', isAdmin: true, collections: [] }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <CommandProvider registry={registry} context={{ ...parts, call, store, user }}>
      <MemoryRouter initialEntries={['/cohorts/subset/1']}>
        <PaneContext value={PANE}>{children}</PaneContext>
      </MemoryRouter>
    </CommandProvider>
  )
  const initial = { parentId: 1, variableName, condition: null, name: null, description: '' }
  const { result } = renderHook(() => useSubsetBuilder(initial), { wrapper })
  const builder = () => result.current
  await waitFor(() => expect(builder().variable).not.toBeNull())
  return {
    builder,
    change: (change: Parameters<Builder['change']>[0]) => act(() => builder().change(change)),
    /** Runs what a key or a button of the pane runs. */
    press: (id: 'form.apply' | 'form.save') =>
      act(async () => {
        await store
          .get(paneRegistrationsAtom(PANE))
          .findLast(({ actions }) => actions[id])
          ?.actions[id]?.run()
      }),
    /** Whether Save is available, or why not. */
    save: () =>
      store.get(paneRegistrationsAtom(PANE)).findLast(({ actions }) => actions['form.save'])?.actions['form.save']
        ?.available,
  }
}

const olderThan = (age: string) => ({ condition: { operator: 'GT', values: [age] } }) as const
const requests = (path: string) => client.sent.filter((request) => request === `POST ${path}`).length

test('enables Save by the live preview and the suggested name; Apply needs no further request', async () => {
  const { builder, change, press, save } = await openBuilder('AGE')
  expect(save()).toEqual({ because: 'Complete the filter.' })
  expect(builder().live.data).toBeUndefined()
  change(olderThan('18'))
  expect(save()).toEqual({ because: 'Wait for the preview.' })
  await waitFor(() => expect(save()).toBe(true))
  expect(builder().live.data?.split?.match).toBe(5)
  expect(builder().naming.name).toBe('Age > 18')
  await press('form.apply')
  await waitFor(() => expect(builder().applied?.query.data?.data.length).toBeGreaterThan(0))
  expect(requests('/cohort/preview')).toBe(1)
  await press('form.save')
  expect(builder().failure).toBeNull()
  expect(await client.readWire('/cohort/info')).toMatchObject({
    cohorts: [{}, { name: 'Age > 18', rowcount: 5 }],
  })
})

test('requires a preview of the changed filter', async () => {
  const { change, save } = await openBuilder('AGE')
  change(olderThan('18'))
  await waitFor(() => expect(save()).toBe(true))
  change(olderThan('40'))
  expect(save()).toEqual({ because: 'Wait for the preview.' })
  await waitFor(() => expect(save()).toBe(true))
})

test('requires a name and keeps an edited one while the definition changes', async () => {
  const { builder, change, save } = await openBuilder('AGE')
  change({ ...olderThan('18'), name: '' })
  await waitFor(() => expect(save()).toEqual({ because: 'Enter a name.' }))
  change({ name: 'Adults' })
  change(olderThan('40'))
  expect(builder().naming.name).toBe('Adults')
})

test('refuses to save a filter without matches', async () => {
  const { change, press, save } = await openBuilder('AGE')
  change({ ...olderThan('1000'), name: 'Ancient' })
  await waitFor(() => expect(save()).toEqual({ because: EMPTY_COHORT }))
  await press('form.save')
  expect(requests('/cohort/new')).toBe(0)
})

test('suggests a free name', async () => {
  await client.saveOnWire('/cohort/new', { ...ADULTS, name: 'Age > 18' })
  const taken = client.show(takenNamesAtom)
  await waitFor(() => expect(taken().size).toBeGreaterThan(1))
  const { builder, change } = await openBuilder('AGE')
  change(olderThan('18'))
  expect(builder().naming.name).toBe('Age > 18 2')
})

test('reports a taken name at its field on Save and sends no request', async () => {
  await client.saveOnWire('/cohort/new', ADULTS)
  const taken = client.show(takenNamesAtom)
  await waitFor(() => expect([...taken()]).toContain('adults'))
  const { builder, change, press } = await openBuilder('AGE')
  change({ ...olderThan('18'), name: ' ADULTS ' })
  expect(builder().nameProblem.now).toBeNull()
  await press('form.save')
  expect(builder().nameProblem.now).toBe(DUPLICATE_COHORT_NAME)
  expect(requests('/cohort/new')).toBe(0)
})

test('keeps the draft and the error after a failed save until the name changes', async () => {
  const { builder, change, press } = await openBuilder('AGE')
  change({ ...olderThan('18'), name: 'Adults' })
  client.network.cutOff.add('/cohort/new')
  await press('form.save')
  await waitFor(() => expect(builder().failure).not.toBeNull())
  expect(builder().draft).toMatchObject({ ...olderThan('18'), name: 'Adults' })
  act(() => builder().changeNaming({ name: 'Older' }))
  expect([builder().failure, builder().draft.name]).toEqual([null, 'Older'])
})

test('reports an invalid pattern at its field', async () => {
  const { builder, change } = await openBuilder('NOTES')
  change({ condition: { operator: 'REGEX', values: ['('] } })
  await waitFor(() => expect(builder().valueRefusal).not.toBeNull())
  change({ condition: { operator: 'REGEX', values: ['hello'] } })
  await waitFor(() => expect(builder().valueRefusal).toBeNull())
})
