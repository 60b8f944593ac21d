import { atom } from 'jotai'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Call } from '#api/result.ts'
import { PROJECT_NAME_MAX, ROOT_PROJECT_ID } from '#domain/limits.ts'
import { currentProjectIdAtom, projectsAtom } from '#entities/projects/projects.ts'
import { projectHeading } from '#features/projects/titles.ts'
import { createProject, deleteProject, editProject, readNaming, workOnProject } from '#features/projects/use-cases.ts'
import { signInClient, type SignedInClient } from '#tests/support/signed-in-client.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let client: SignedInClient
let names: () => readonly string[] | undefined
let currentId: () => number | undefined
beforeEach(async () => {
  server = await createTestServer()
  client = await signInClient(server, 'admin')
  const [projects, current] = [client.show(projectsAtom), client.show(currentProjectIdAtom)]
  names = () => projects().data?.map(({ name }) => name)
  currentId = () => current().data
  await expect.poll(names).toHaveLength(1)
  await expect.poll(currentId).toBe(ROOT_PROJECT_ID)
})
afterEach(() => server.close())

const SECOND = { name: 'Second', description: 'A pilot' }

/** A call after whose response the network is down. */
function lastCall(path: string): Call {
  return async (endpoint, ...rest) => {
    const result = await client.call(endpoint, ...rest)
    if (endpoint.path === path) client.network.isDown = true
    return result
  }
}

async function secondProject(): Promise<number> {
  const made = await createProject(client, SECOND)
  if (!made.ok) throw new Error(made.message)
  return made.value.projectId
}

describe('a new project', () => {
  test('becomes the current project and appears in the visible list', async () => {
    const projectId = await secondProject()
    await expect.poll(currentId).toBe(projectId)
    await expect.poll(names).toContain('Second')
  })

  test('reports that it could not become the current project', async () => {
    const made = await createProject({ ...client, call: lastCall('/project/new') }, SECOND)
    expect(made).toMatchObject({ ok: true, value: { notCurrent: { ok: false } } })
  })

  test('is not created if its name is refused', async () => {
    const before = names()
    expect(await createProject(client, { name: 'x'.repeat(PROJECT_NAME_MAX + 1), description: '' })).toMatchObject({
      status: 422,
    })
    expect([names(), currentId()]).toEqual([before, ROOT_PROJECT_ID])
  })
})

describe('editing a project', () => {
  test('changes the project in the visible list, and refuses an edit of an outdated version', async () => {
    const id = await secondProject()
    const read = await readNaming(client, id)
    if (!read.ok) throw new Error(read.message)
    expect(read.value.thing).toEqual(SECOND)
    const edited = await editProject(client, id, { ...SECOND, name: 'Third' }, read.value.version)
    expect(edited).toEqual({ ok: true, value: { isPageCurrent: true } })
    await expect.poll(names).toContain('Third')
    expect(await editProject(client, id, SECOND, read.value.version)).toMatchObject({ ok: false, status: 412 })
    await expect.poll(names).toContain('Third')
  })

  test('reports that the page could not be refreshed', async () => {
    const id = await secondProject()
    const edited = await editProject({ ...client, call: lastCall('/project/edit') }, id, SECOND, null)
    expect(edited).toEqual({ ok: true, value: { isPageCurrent: false } })
  })

  test('fails if the project does not exist', async () => {
    expect(await editProject(client, 999, SECOND, null)).toMatchObject({ ok: false, status: 404 })
    expect(await readNaming(client, 999)).toMatchObject({ ok: false, status: 404 })
  })
})

describe('deleting a project', () => {
  test('makes the first project current if the deleted one was current', async () => {
    const id = await secondProject()
    await expect.poll(currentId).toBe(id)
    expect(await deleteProject(client, id, true)).toEqual({ ok: true, value: { defaultNotCurrent: null } })
    await expect.poll(names).toHaveLength(1)
    await expect.poll(currentId).toBe(ROOT_PROJECT_ID)
  })

  test('reports that the first project could not become current', async () => {
    const id = await secondProject()
    const deleted = await deleteProject({ ...client, call: lastCall('/project/delete') }, id, true)
    expect(deleted).toMatchObject({ ok: true, value: { defaultNotCurrent: { ok: false } } })
  })

  test('fails if the project does not exist', async () => {
    expect(await deleteProject(client, 999, false)).toMatchObject({ ok: false, status: 404 })
  })
})

test('makes a project current, and refuses an unknown project', async () => {
  await secondProject()
  expect(await workOnProject(client, ROOT_PROJECT_ID)).toBeUndefined()
  await expect.poll(currentId).toBe(ROOT_PROJECT_ID)
  expect(await workOnProject(client, 999)).toMatchObject({ ok: false, status: 404 })
  await expect.poll(currentId).toBe(ROOT_PROJECT_ID)
})

test('titles the pane of a project by its name, or by its id if it has none', async () => {
  const [named, unnamed] = [await secondProject(), await createProject(client, { name: '', description: 'A pilot' })]
  const unnamedId = unnamed.ok ? unnamed.value.projectId : 0
  const headings = [named, unnamedId, 999].map((projectId) =>
    client.show(atom((get) => projectHeading(get, { projectId }))),
  )
  await expect.poll(() => headings.map((heading) => heading())).toEqual(['Second', `Project ${unnamedId}`, 'Project'])
})
