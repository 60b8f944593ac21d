import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CohortRequest, subsetRequest } from '#entities/cohorts/building/cohort-draft.ts'
import {
  deleteCohort,
  editCohort,
  readNaming,
  saveCohort,
  wouldBeEmpty,
} from '#entities/cohorts/building/save-cohorts.ts'
import { takenNamesAtom } from '#entities/cohorts/building/use-cohort-saving.ts'
import { cohortsAtom } from '#entities/cohorts/cohorts.ts'
import { signInClient, type SignedInClient } from '#tests/support/signed-in-client.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let client: SignedInClient
beforeEach(async () => {
  server = await createTestServer()
  client = await signInClient(server, 'admin')
})
afterEach(() => server.close())

function olderThan(age: string): CohortRequest {
  const condition = { operator: 'GT', values: [age] } as const
  const draft = { parentId: 1, variableName: 'AGE', condition, name: '', description: '' }
  const request = subsetRequest(draft, 'numberrange')
  if (request === null) throw new Error('The draft is incomplete.')
  return request
}

/** The names in a list of cohorts that a screen shows. */
function shownNames(): () => readonly string[] {
  const cohorts = client.show(cohortsAtom)
  return () => (cohorts().data ?? []).map(({ name }) => name)
}

async function savedCohort(name = 'Adults'): Promise<number> {
  const saved = await saveCohort(client, olderThan('18'), { name, description: 'Above 18' }, undefined)
  if (!saved.ok) throw new Error(saved.message)
  return saved.value
}

describe('saving a cohort', () => {
  test('trims the name and adds the cohort to the visible list', async () => {
    const names = shownNames()
    await expect.poll(names).toEqual(['All Individuals'])
    await savedCohort('  Adults ')
    await expect.poll(names).toEqual(['All Individuals', 'Adults'])
  })

  test('fails with a conflict and adds nothing if the name is taken', async () => {
    const names = shownNames()
    await savedCohort()
    const again = await saveCohort(client, olderThan('30'), { name: 'adults', description: '' }, undefined)
    expect(again).toMatchObject({ ok: false, status: 409 })
    await expect.poll(names).toEqual(['All Individuals', 'Adults'])
  })

  test('fails without a network and fetches no list', async () => {
    await expect.poll(shownNames()).toHaveLength(1)
    client.sent.length = 0
    client.network.isDown = true
    const naming = { name: 'Adults', description: '' }
    expect(await saveCohort(client, olderThan('18'), naming, undefined)).toMatchObject({ ok: false, status: 0 })
    expect(client.sent).toEqual(['POST /cohort/new'])
  })
})

describe('editing a cohort', () => {
  test('changes the name, and refuses an edit of an outdated version', async () => {
    const id = await savedCohort()
    const names = shownNames()
    const read = await readNaming(client, id)
    if (!read.ok) throw new Error(read.message)
    expect(read.value.thing).toEqual({ name: 'Adults', description: 'Above 18' })
    const { version } = read.value
    expect(await editCohort(client, id, { name: 'Older', description: '' }, version)).toMatchObject({ ok: true })
    await expect.poll(names).toEqual(['All Individuals', 'Older'])
    const late = await editCohort(client, id, { name: 'Oldest', description: '' }, version)
    expect(late).toMatchObject({ ok: false, status: 412 })
    expect(await readNaming(client, id)).toMatchObject({ value: { thing: { name: 'Older' } } })
  })

  test('fails if the cohort does not exist', async () => {
    expect(await readNaming(client, 999)).toMatchObject({ ok: false, status: 404 })
    expect(await editCohort(client, 999, { name: 'A', description: '' }, null)).toMatchObject({ status: 404 })
  })
})

describe('deleting a cohort', () => {
  test('removes the cohort from the visible list', async () => {
    const id = await savedCohort()
    const names = shownNames()
    await expect.poll(names).toContain('Adults')
    expect(await deleteCohort(client, id)).toMatchObject({ ok: true })
    await expect.poll(names).toEqual(['All Individuals'])
  })

  test('refuses to delete All Individuals', async () => {
    const answer = await deleteCohort(client, 1)
    expect(answer.ok).toBe(false)
    await expect.poll(shownNames()).toEqual(['All Individuals'])
  })
})

test('reports a definition without matches as empty and an invalid definition as a failure', async () => {
  expect(await wouldBeEmpty(client, olderThan('18'))).toEqual({ ok: true, value: false })
  expect(await wouldBeEmpty(client, olderThan('1000'))).toEqual({ ok: true, value: true })
  expect(await wouldBeEmpty(client, { ...olderThan('18'), variable: 'NO_SUCH_VARIABLE' })).toMatchObject({ ok: false })
})

test('lists the taken names of the current project, trimmed and without case, width and repeated blanks', async () => {
  const taken = client.show(takenNamesAtom)
  await savedCohort('ÉＬＡＮ  Adults')
  await expect.poll(() => [...taken()].toSorted()).toEqual(['all individuals', 'élan adults'])
})
