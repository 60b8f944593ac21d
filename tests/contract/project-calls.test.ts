import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  projectCurrent,
  projectDelete,
  projectEdit,
  projectInfo,
  projectNew,
  projectSetCurrent,
} from '#contract/projects.ts'
import { variableSetEdit, variableSetInfo, variableSetNew } from '#contract/variable-sets.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

test('each user starts in project 1, and a new project becomes the current one', async () => {
  const call = await server.callAs('researcher')
  const current = async () => (await call(projectCurrent, {})) as unknown
  expect(await current()).toEqual({ ok: true, value: { projectid: 1 } })

  const made = await call(projectNew, { name: ' Mood ', description: '' })
  if (!made.ok) throw new Error(made.message)
  const { new_project_id: id } = made.value
  expect(await current()).toEqual({ ok: true, value: { projectid: id } })
  expect(await call(projectInfo, { projectid: id })).toEqual({
    ok: true,
    value: { projects: [{ projectid: id, name: 'Mood', description: '', version: expect.any(String) }] },
  })
  expect(await call(projectInfo, {})).toMatchObject({
    ok: true,
    value: { projects: [{ projectid: 1 }, { projectid: id }] },
  })

  const set = await call(variableSetNew, { name: 'Ages', variables: ['age', 'MOOD_LOW', 'AGE'] })
  expect(await call(projectSetCurrent, { projectid: 1 })).toMatchObject({ ok: true })
  if (!set.ok) throw new Error(set.message)
  const ages = {
    varsetid: set.value.id,
    name: 'Ages',
    description: '',
    variables: ['AGE', 'MOOD_LOW'],
    version: expect.any(String),
  }
  expect(await call(variableSetInfo, { projectid: id })).toEqual({ ok: true, value: { variablesets: [ages] } })
  expect(await call(variableSetInfo, { projectid: 1 })).toEqual({ ok: true, value: { variablesets: [] } })
  expect(await call(variableSetInfo, { varsetid: ages.varsetid })).toEqual({
    ok: true,
    value: { variablesets: [ages] },
  })

  const other = await server.callAs('admin')
  expect(await other(projectInfo, { projectid: id })).toMatchObject({ ok: false, status: 404 })
  expect(await other(projectSetCurrent, { projectid: id })).toMatchObject({ ok: false, status: 404 })
  expect(await other(variableSetInfo, { varsetid: ages.varsetid })).toMatchObject({ ok: false, status: 404 })
  expect(await other(variableSetNew, { name: 'X', variables: ['AGE'], projectid: id })).toMatchObject({ status: 404 })
})

test('names of variable sets are unique within a project, not across projects', async () => {
  const call = await server.callAs('newcomer')
  const taken = {
    ok: false,
    status: 409,
    serverMessage: 'A variable set with this name already exists. Please choose a different name.',
  }
  const draft = { name: 'Sleep', variables: ['AGE'] }
  valueOf(await call(variableSetNew, draft))
  expect(await call(variableSetNew, { ...draft, name: ' sleep ' })).toMatchObject(taken)
  const { id: varsetid } = valueOf(await call(variableSetNew, { ...draft, name: 'Mood' }))
  expect(await call(variableSetEdit, { varsetid, name: 'SLEEP' })).toMatchObject(taken)
  expect(await call(variableSetEdit, { varsetid, name: 'mood', description: 'Now.' })).toMatchObject({ ok: true })
  const { new_project_id: projectid } = valueOf(await call(projectNew, { name: 'Pilot' }))
  expect(await call(variableSetNew, { ...draft, projectid })).toMatchObject({ ok: true })
})

test('each account can rename project 1 for itself and never delete it', async () => {
  const call = await server.callAs('newcomer')
  const other = await server.callAs('admin')
  const first = async (ask: typeof call) => {
    const result = await ask(projectInfo, { projectid: 1 })
    if (!result.ok) throw new Error(result.message)
    return result.value.projects[0]
  }
  const before = await first(call)
  const naming = { name: ' Families ', description: '' }
  expect(await call(projectEdit, { id: 1, ...naming, version: before?.version })).toMatchObject({ ok: true })
  expect(await first(call)).toMatchObject({ projectid: 1, name: 'Families', description: '' })
  expect(await first(other)).toMatchObject({
    name: 'Default Project',
    description: 'The project that every account begins with.',
  })
  expect(await call(projectEdit, { id: 1, description: 'Mine', version: before?.version })).toMatchObject({
    status: 412,
  })
  expect(await call(projectEdit, { id: 1, description: 'Mine' })).toMatchObject({ ok: true })
  expect(await first(call)).toMatchObject({ name: 'Families', description: 'Mine' })
  expect(await call(projectEdit, { id: 1, name: '', description: '' })).toMatchObject({ status: 422 })
  expect(await call(projectDelete, { projectid: 1 })).toMatchObject({ status: 403 })
})

test('a project needs a name or a description; a set needs a name and at least one existing variable', async () => {
  const call = await server.callAs('admin')
  const refusals = [
    await call(projectNew, {}),
    await call(projectNew, { name: 'it"s' }),
    await call(variableSetNew, { name: '', variables: ['AGE'] }),
    await call(projectNew, { name: 'A\u202E' }),
    await call(projectNew, { name: 'A', description: 'x'.repeat(4_001) }),
    await call(variableSetNew, { name: 'A\u200B', variables: ['AGE'] }),
    await call(variableSetNew, { name: 'A', variables: ['AGE'], description: 'x'.repeat(4_001) }),
    await call(variableSetNew, { name: 'A', variables: [] }),
    await call(variableSetNew, { name: 'A', variables: ['NO_SUCH'] }),
  ]
  expect(refusals.map((refusal) => (refusal.ok ? 200 : [refusal.status, refusal.serverMessage]))).toEqual([
    [422, 'A name or a description is required.'],
    [422, 'Name cannot contain quotes or backslashes.'],
    [422, 'Name is required.'],
    [422, 'Name cannot contain control characters or others that are not seen.'],
    [400, 'The request could not be understood.'],
    [422, 'Name cannot contain control characters or others that are not seen.'],
    [400, 'The request could not be understood.'],
    [422, 'At least one variable is required.'],
    [404, 'There is no such variable.'],
  ])
})
