import { createStore } from 'jotai'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { namedCall } from '#api/call.ts'
import type { WireCall } from '#api/result.ts'
import type { CohortRequest } from '#entities/cohorts/building/cohort-draft.ts'
import {
  appliedDefinitionAtom,
  appliedPreviewAtom,
  definitionAtom,
  livePreviewAtom,
} from '#entities/cohorts/building/use-cohort-builder.ts'
import { createQueryClient, queryClientAtom, callAtom } from '#entities/server-state/services.ts'
import { capabilitiesAtom, userinfoAtom } from '#entities/session/session.ts'
import { catalogHitsAtom, catalogSearchAtom } from '#features/variables/catalog/use-catalog-search.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'
import { listViewAtom } from '#workspace/lists/list-view.ts'
import { selectedRowsAtom } from '#workspace/lists/row-state.ts'
import { workspaceAtom } from '#workspace/panes/pane-atoms.ts'
import { forgetScreen } from '#workspace/screen-state.ts'

const PANE = 'pane-of-this-test'
const ADULTS: CohortRequest = {
  parentId: 1,
  cohortType: 'subset',
  variable: 'AGE',
  constraintType: 'GTE',
  constraintValues: ['18'],
}

let server: TestServer
let store: ReturnType<typeof createStore>
/** Requests that the server received, as `POST /variable/search`. */
let sent: string[]
beforeEach(async () => {
  server = await createTestServer()
  const call = await server.callAs('admin')
  store = createStore()
  sent = []
  store.set(queryClientAtom, createQueryClient())
  const counted: WireCall = (endpoint, ...rest) => {
    sent.push(endpoint.path)
    return call(endpoint, ...rest)
  }
  store.set(callAtom, { call: namedCall(counted) })
  store.sub(userinfoAtom, () => undefined)
  store.sub(capabilitiesAtom, () => undefined)
  await expect.poll(() => store.get(capabilitiesAtom)).toContain('facets')
  await expect.poll(() => store.get(userinfoAtom).data).toBeDefined()
  sent.length = 0
})
afterEach(() => {
  forgetScreen(PANE)
  server.close()
})

function showInPane(url: string): void {
  store.set(workspaceAtom, { panes: [{ id: PANE, url }], focusedId: PANE, closed: [], link: null })
}

function shownHits(): readonly string[] | undefined {
  const { result } = store.get(catalogHitsAtom(PANE))
  return result.isPlaceholderData ? undefined : result.data?.data.map((hit) => hit.variableName)
}

test('derives search, page and hits from the pane’s URL without a mounted screen', async () => {
  showInPane('/variables?q=age&page=2&size=25&sort=-question')
  expect(store.get(catalogSearchAtom(PANE))).toMatchObject({ text: 'age', searched: 'age' })
  expect(store.get(listViewAtom(PANE))).toEqual({ page: 2, size: 25, sort: { key: 'question', descending: true } })
  store.sub(catalogHitsAtom(PANE), () => undefined)
  await expect.poll(shownHits).toContain('AGE')

  showInPane('/variables?q=no+such+words+at+all')
  const { request, answered, result } = store.get(catalogHitsAtom(PANE))
  expect([request?.searchString, answered?.searchString]).toEqual(['no such words at all', 'age'])
  expect(result).toMatchObject({ isPlaceholderData: true, isFetching: true })
  await expect.poll(shownHits).not.toContain('AGE')
  expect(sent).toEqual(['/variable/search', '/variable/search'])
})

test('previews a new definition once and reuses the result when it is applied', async () => {
  showInPane('/cohorts/subset/1')
  store.sub(livePreviewAtom(PANE), () => undefined)
  store.sub(appliedPreviewAtom(PANE), () => undefined)
  store.set(definitionAtom(PANE), ADULTS)
  await expect.poll(() => store.get(livePreviewAtom(PANE)).result.data?.split?.match).toBeGreaterThan(0)
  expect(store.get(appliedPreviewAtom(PANE)).result.data).toBeUndefined()

  store.set(appliedDefinitionAtom(PANE), ADULTS)
  await expect.poll(() => store.get(appliedPreviewAtom(PANE)).result.data?.split?.match).toBeGreaterThan(0)
  expect(sent).toEqual(['/cohort/preview'])
})

test('aborts a superseded request and shows no outdated counts', async () => {
  showInPane('/cohorts/subset/1')
  store.sub(livePreviewAtom(PANE), () => undefined)
  const matches = () => store.get(livePreviewAtom(PANE)).result.data?.split?.match
  store.set(definitionAtom(PANE), { ...ADULTS, constraintValues: ['1000'] })
  store.set(definitionAtom(PANE), ADULTS)
  await expect.poll(matches).toBeGreaterThan(0)
  expect(store.get(livePreviewAtom(PANE)).answered).toEqual(ADULTS)
  store.set(definitionAtom(PANE), { ...ADULTS, constraintValues: ['no number'] })
  await expect.poll(() => store.get(livePreviewAtom(PANE)).result.isError).toBe(true)
})

test('resets the selection, the definition and the counts for another page', async () => {
  showInPane('/cohorts/subset/1')
  store.set(selectedRowsAtom(PANE), ['7'])
  store.set(definitionAtom(PANE), ADULTS)
  store.sub(livePreviewAtom(PANE), () => undefined)
  await expect.poll(() => store.get(livePreviewAtom(PANE)).result.data).toBeDefined()
  forgetScreen(PANE)
  expect(store.get(selectedRowsAtom(PANE))).toEqual([])
  expect(store.get(definitionAtom(PANE))).toBeNull()
  expect(store.get(livePreviewAtom(PANE)).result.data).toBeUndefined()
})
