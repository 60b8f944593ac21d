import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PaneContext } from '#command-kit/hooks.ts'
import { CommandProvider } from '#command-kit/provider.tsx'
import { DUPLICATE_COHORT_NAME } from '#domain/messages.ts'
import { EMPTY_COHORT } from '#features/cohorts/cohort-draft.ts'
import { useSubsetBuilder } from '#features/cohorts/use-subset-builder.ts'
import { takenNamesAtom } from '#features/cohorts/use-cohort-saving.ts'
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
  const initial = { parentId: 1, variableName, condition: null, name: '', description: '' }
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
    missing: () => builder().missing.map(({ words }) => words),
  }
}

const olderThan = (age: string) => ({ condition: { operator: 'GT', values: [age] } }) as const
const requests = (path: string) => client.sent.filter((request) => request === `POST ${path}`).length

test('previews a complete filter and lists the remaining steps before Save', async () => {
  const { builder, change, press, missing } = await openBuilder('AGE')
  expect(missing()).toEqual(['Complete the filter.', 'Enter a name.'])
  expect(builder().live.data).toBeUndefined()
  change(olderThan('18'))
  await waitFor(() => expect(builder().live.data?.split?.match).toBe(5))
  expect(missing()).toEqual(['Apply the definition first.', 'Enter a name.'])
  await press('form.apply')
  await waitFor(() => expect(missing()).toEqual(['Enter a name.']))
  change({ name: 'Adults' })
  expect(missing()).toEqual([])
  expect(requests('/cohort/preview')).toBe(1)
  await press('form.save')
  expect(builder().failure).toBeNull()
  expect(await client.readWire('/cohort/info')).toMatchObject({ cohorts: [{}, { name: 'Adults', rowcount: 5 }] })
})

test('requires Apply again after the filter changes', async () => {
  const { change, press, missing } = await openBuilder('AGE')
  change({ ...olderThan('18'), name: 'Adults' })
  await press('form.apply')
  await waitFor(() => expect(missing()).toEqual([]))
  change(olderThan('40'))
  expect(missing()).toEqual(['Apply the definition first.'])
})

test('refuses to save a filter without matches', async () => {
  const { change, press, missing } = await openBuilder('AGE')
  change({ ...olderThan('1000'), name: 'Ancient' })
  await waitFor(() => expect(missing()).toEqual([EMPTY_COHORT]))
  await press('form.save')
  expect(requests('/cohort/new')).toBe(0)
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
