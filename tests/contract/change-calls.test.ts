import { afterEach, beforeEach, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortInfo, cohortNew } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { constructList } from '#contract/custom-variables.ts'
import { CHANGE_KEY } from '#contract/endpoint.ts'
import * as projects from '#contract/projects.ts'
import * as sets from '#contract/variable-sets.ts'
import { variableEdit, variableLookup } from '#contract/variables.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { KEY_REUSED } from '#domain/messages.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { storedRows } from '#tests/support/stored-rows.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let call: WireCall
beforeEach(async () => {
  server = await createTestServer()
  call = await server.callAs('researcher')
})
afterEach(() => server.close())

const SMOKERS = { parent_id: 1, cohort_type: 'subset', variable: 'SMOKER', constraint_type: 'VALID' } as const
const definition = (constraint_value: string) => ({
  relationship: 'AND' as const,
  constraints: [{ variable_name: 'MARITAL', constraint_type: 'EQ', constraint_value }],
})
const MARRIED = {
  name: 'MARRIED',
  construct_type: 'downcode' as const,
  variables: ['MARITAL'],
  values: ['1', '2'].map((code) => ({ name: `code_${code}`, definition: definition(code) })),
}

test('deletes a project with its contents unless they are used elsewhere', async () => {
  const projectid = valueOf(await call(projects.projectNew, { name: 'First' })).new_project_id
  const parent = valueOf(await call(cohortNew, { ...SMOKERS, name: 'Smokers' })).new_cohort_id
  valueOf(await call(cohortNew, { ...SMOKERS, parent_id: parent, name: 'Again' }))
  valueOf(await call(constructNew, MARRIED))
  valueOf(await call(sets.variableSetNew, { name: 'Within', variables: ['MARRIED'] }))
  const elsewhere = { name: 'Elsewhere', variables: ['MARRIED', 'AGE'], projectid: 1 }
  const setId = valueOf(await call(sets.variableSetNew, elsewhere)).id
  expect(await call(projects.projectDelete, { projectid })).toMatchObject({
    status: 409,
    serverMessage: 'It is still used by the variable set "Elsewhere".',
  })
  valueOf(await call(sets.variableSetEdit, { varsetid: setId, variables: ['AGE', 'age'] }))
  expect(await call(projects.projectDelete, { projectid })).toMatchObject({ ok: true })

  expect(valueOf(await call(cohortInfo, {})).cohorts).toMatchObject([{ cohortid: 1, children: [] }])
  expect(valueOf(await call(constructList, {})).custom_vars).toEqual([])
  expect(valueOf(await call(sets.variableSetInfo, {})).variablesets).toEqual([
    { varsetid: setId, name: 'Elsewhere', description: '', variables: ['AGE'], version: expect.any(String) },
  ])
  expect(valueOf(await call(projects.projectCurrent, {})).projectid).toBe(1)
  expect(valueOf(await call(variableLookup, { variable_names: ['MARRIED'] })).data).toEqual([])
  expect(await call(projects.projectDelete, { projectid })).toMatchObject({ status: 404 })
  expect(await call(projects.projectDelete, { projectid: 1 })).toMatchObject({ status: 403 })
})

test('edits a project, which keeps a name or a description', async () => {
  const id = valueOf(await call(projects.projectNew, { name: 'First' })).new_project_id
  expect(await call(projects.projectEdit, { id, name: '', description: '' })).toMatchObject({ status: 422 })
  expect(await call(projects.projectEdit, { id, name: '"' })).toMatchObject({ status: 422 })
  expect(await call(projects.projectEdit, { id, name: '', description: 'Only this' })).toMatchObject({ ok: true })
  expect(valueOf(await call(projects.projectInfo, { projectid: id })).projects).toEqual([
    { projectid: id, name: '', description: 'Only this', version: expect.any(String) },
  ])
  const other = await server.callAs('admin')
  expect(await other(projects.projectEdit, { id, name: 'Mine' })).toMatchObject({ status: 404 })
})

test('a variable set is edited and deleted by its owner only', async () => {
  const varsetid = valueOf(await call(sets.variableSetNew, { name: 'Set', variables: ['AGE'] })).id
  expect(await call(sets.variableSetEdit, { varsetid, variables: [] })).toMatchObject({ status: 422 })
  expect(await call(sets.variableSetEdit, { varsetid, variables: ['NO_SUCH'] })).toMatchObject({ status: 404 })
  expect(await call(sets.variableSetEdit, { varsetid, name: '' })).toMatchObject({ status: 422 })
  const changes = { varsetid, name: 'Renamed', description: 'd', variables: ['SMOKER', 'AGE'] }
  expect(await call(sets.variableSetEdit, changes)).toMatchObject({ ok: true })
  expect(valueOf(await call(sets.variableSetInfo, { varsetid })).variablesets).toMatchObject([changes])
  const other = await server.callAs('admin')
  expect(await other(sets.variableSetEdit, changes)).toMatchObject({ status: 404 })
  expect(await other(sets.variableSetDelete, { varsetid })).toMatchObject({ status: 404 })
  expect(await call(sets.variableSetDelete, { varsetid })).toMatchObject({ ok: true })
  expect(await call(sets.variableSetInfo, { varsetid })).toMatchObject({ status: 404 })
})

test('queues an edit of a variable for review; only administrators may propose one', async () => {
  const edit = { variable_name: 'age', question: 'How old?', comment: 'Shorter' }
  expect(await call(variableEdit, edit)).toMatchObject({ status: 403 })
  const admin = await server.callAs('admin')
  expect(await admin(variableEdit, edit)).toMatchObject({ ok: true, value: { edit_id: expect.any(Number) } })
  expect(await admin(variableEdit, { variable_name: 'AGE', comment: 'Nothing' })).toMatchObject({ status: 422 })
  expect(await admin(variableEdit, { ...edit, comment: ' ' })).toMatchObject({ status: 422 })
  expect(await admin(variableEdit, { ...edit, variable_name: 'NO_SUCH' })).toMatchObject({ status: 404 })
  const [age] = valueOf(await admin(variableLookup, { variable_names: ['AGE'] })).data
  expect(age?.question).toBe('How old are you?')
})

test('changes and refusals are audited with their user, without data', async () => {
  valueOf(await call(sets.variableSetNew, { name: 'A secret name', variables: ['AGE'] }))
  expect(await call(sets.variableSetDelete, { varsetid: 999 })).toMatchObject({ status: 404 })
  const connection = await server.database.connect()
  const rows = await storedRows(connection, 'SELECT username, action, subject, status FROM audit ORDER BY happened_at')
  expect(rows).toEqual([
    ['researcher', 'POST /login', '{}', 200],
    ['researcher', 'POST /variableset/new', expect.stringMatching(/^\{"made":\d+\}$/), 200],
    ['researcher', 'DELETE /variableset/delete', '{"varsetid":999}', 404],
  ])
})

test.each([
  ['POST', '/project/new', { name: 'One' }, { name: 'Two' }],
  ['POST', '/project/edit', { id: 1, name: 'One' }, { id: 1, name: 'Two' }],
  ['POST', '/project/current', { projectid: 1 }, { projectid: '1' }],
  ['POST', '/cohort/new', { ...SMOKERS, name: 'One' }, { ...SMOKERS, name: 'Two' }],
  ['POST', '/construct/new', MARRIED, { ...MARRIED, name: 'WED' }],
  ['POST', '/variableset/new', { name: 'One', variables: ['AGE'] }, { name: 'One', variables: ['SMOKER'] }],
])('%s %s with the idempotency key of another body is refused', async (method, path, first, second) => {
  const fetch = await server.fetchAs('researcher')
  const send = async (body: object) => {
    const headers = { 'content-type': 'application/json', [CHANGE_KEY]: 'a-key-of-16-signs' }
    const response = await fetch(`${API_PREFIX}${path}`, { method, headers, body: JSON.stringify(body) })
    return [response.status, await response.text()]
  }
  const made = await send(first)
  expect(made[0]).toBe(200)
  expect(await send(second)).toEqual([422, expect.stringContaining(KEY_REUSED)])
  expect(await send(first)).toEqual(made)
})

test('a deletion with the idempotency key of another query is refused', async () => {
  const [first, second] = [
    valueOf(await call(projects.projectNew, { name: 'First' })).new_project_id,
    valueOf(await call(projects.projectNew, { name: 'Second' })).new_project_id,
  ]
  const fetch = await server.fetchAs('researcher')
  const remove = async (projectid: number) =>
    (
      await fetch(`${API_PREFIX}/project/delete?projectid=${projectid}`, {
        method: 'DELETE',
        headers: { [CHANGE_KEY]: 'a-key-of-16-signs' },
      })
    ).status
  expect([await remove(first), await remove(second), await remove(first)]).toEqual([200, 422, 200])
})

test('names that differ by case, blanks, width or invisible characters are one name', async () => {
  const alike = [
    'smokers  OF today',
    ' Ｓｍｏｋｅｒｓ of today',
    'Smokers\u00A0of\u3000today',
    'Smokers of ﬁne',
  ] as const
  valueOf(await call(cohortNew, { ...SMOKERS, name: 'Smokers of today' }))
  valueOf(await call(sets.variableSetNew, { name: 'Smokers of today', variables: ['AGE'] }))
  const other = valueOf(await call(sets.variableSetNew, { name: 'Smokers of fine', variables: ['AGE'] })).id
  for (const name of alike.slice(0, 3)) {
    expect(await call(cohortNew, { ...SMOKERS, name })).toMatchObject({ status: 409 })
    expect(await call(sets.variableSetNew, { name, variables: ['AGE'] })).toMatchObject({ status: 409 })
    expect(await call(sets.variableSetEdit, { varsetid: other, name })).toMatchObject({ status: 409 })
  }
  expect(await call(sets.variableSetNew, { name: alike[3], variables: ['AGE'] })).toMatchObject({ status: 409 })
  expect(await call(cohortNew, { ...SMOKERS, name: 'ＡＬＬ  Individuals' })).toMatchObject({ status: 409 })
  valueOf(await call(sets.variableSetEdit, { varsetid: other, name: 'ＳＭＯＫＥＲＳ of fine' }))
})
