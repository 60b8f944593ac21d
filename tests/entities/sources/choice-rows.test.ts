import type { Atom } from 'jotai'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ChoiceState } from '#command-kit/argument-source.ts'
import {
  baseVariableRowsAtom,
  cohortRowsAtom,
  customVariableRowsAtom,
  projectRowsAtom,
  variableRowsAtom,
  variableSetRowsAtom,
} from '#entities/sources/choice-rows.ts'
import { signInClient, type SignedInClient } from '#tests/support/signed-in-client.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'
import { ADULTS, AGE_GROUP } from '#tests/support/wire-drafts.ts'

let server: TestServer
let client: SignedInClient
beforeEach(async () => {
  server = await createTestServer()
  client = await signInClient(server, 'admin')
})
afterEach(() => server.close())

/** The rows of a source once they are there. */
async function rowsOf(source: Atom<ChoiceState>) {
  const state = client.show(source)
  await expect.poll(() => state().status).toBe('ready')
  const ready = state()
  return ready.status === 'ready' ? ready.rows : []
}

test('shows cohorts with their size, and with their definition if they have no description', async () => {
  await client.saveOnWire('/cohort/new', ADULTS)
  await client.saveOnWire('/cohort/new', { ...ADULTS, name: 'Older', description: 'Above 18' })
  expect(await rowsOf(cohortRowsAtom)).toMatchObject([
    { title: 'All Individuals' },
    { title: 'Adults', detail: 'Members of All Individuals for whom AGE is greater than 18.', note: '5' },
    { title: 'Older', detail: 'Above 18', note: '5' },
  ])
})

test('shows projects and variable sets with their descriptions', async () => {
  const projectId = await client.saveOnWire('/project/new', { name: '', description: 'A pilot' })
  await client.saveOnWire('/variableset/new', { name: 'Ages', description: 'Two', variables: ['AGE', 'BIRTH'] })
  expect(await rowsOf(projectRowsAtom)).toContainEqual({
    value: projectId,
    title: `Project ${projectId}`,
    detail: 'A pilot',
  })
  expect(await rowsOf(variableSetRowsAtom)).toMatchObject([{ title: 'Ages', detail: 'Two', note: '2 variables' }])
})

test('sorts variables by number of answers and separates base from custom variables', async () => {
  await client.saveOnWire('/construct/new', AGE_GROUP)
  const [all, base, custom] = [
    await rowsOf(variableRowsAtom),
    await rowsOf(baseVariableRowsAtom),
    await rowsOf(customVariableRowsAtom),
  ]
  const counts = all.map(({ note }) => Number(note))
  expect(counts).toEqual(counts.toSorted((one, other) => other - one))
  expect(custom.map(({ title }) => title)).toEqual(['AGE_GROUP'])
  expect(base.map(({ title }) => title)).not.toContain('AGE_GROUP')
  expect(base).toContainEqual(
    expect.objectContaining({ value: 'MARITAL', detail: 'Are you married? Or living as married?' }),
  )
  expect(await rowsOf(variableRowsAtom)).toBe(all)
})

test('reports the error of a source and loads it on a retry', async () => {
  client.network.isDown = true
  const state = client.show(projectRowsAtom)
  expect(state().status).toBe('loading')
  await expect.poll(() => state().status).toBe('error')
  const failed = state()
  client.network.isDown = false
  if (failed.status === 'error') failed.retry?.()
  await expect.poll(() => state().status).toBe('ready')
})
