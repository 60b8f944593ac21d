import { afterEach, beforeEach, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { cohortDelete, cohortEdit, cohortNew } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { constructDelete } from '#contract/custom-variables.ts'
import { projectDelete, projectEdit, projectNew, projectSetCurrent } from '#contract/projects.ts'
import { variableSetDelete, variableSetEdit, variableSetNew } from '#contract/variable-sets.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { storedRows } from '#tests/support/stored-rows.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

test('an administrator reads the audit log by user, action and time, newest first, in pages', async () => {
  const researcher = await server.callAs('researcher')
  for (const name of ['One', 'Two', 'Three']) {
    server.clock.now += 60_000
    valueOf(await researcher(projectNew, { name, description: '' }))
  }
  const admin = await server.callAs('admin')
  const all = valueOf(await admin(audit, {}))
  expect(all.data[0]).toMatchObject({ username: 'admin', action: 'POST /login', status: 200 })
  expect(all.data[1]).toMatchObject({ username: 'researcher', action: 'POST /project/new' })
  const made = { user: 'researcher', action: 'project' }
  const page = valueOf(await admin(audit, { ...made, offset: 1, limit: 1 }))
  expect([page.total, page.data.map(({ at }) => at)]).toEqual([3, ['2024-01-01T00:02:00.000Z']])
  expect(valueOf(await admin(audit, { ...made, since: '2024-01-01T00:02:30Z' })).total).toBe(1)
  expect(valueOf(await admin(audit, { ...made, until: '2024-01-01T00:03:00Z' })).total).toBe(2)
  expect(valueOf(await admin(audit, { ...made, user: 'RESEARCH' })).total).toBe(3)
  expect(await admin(audit, { since: 'yesterday' })).toMatchObject({ status: 400 })
})

test('shows current names of cohorts, sets, custom variables and projects, which the log does not store', async () => {
  const { researcher, admin, cohortid, varsetid, constructid, projectid } = await savedThings()
  valueOf(await researcher(cohortEdit, { cohortid, name: 'All smokers' }))
  valueOf(await researcher(variableSetEdit, { varsetid, name: 'Renamed set' }))
  valueOf(await researcher(projectEdit, { id: projectid, name: 'Renamed project' }))
  valueOf(await researcher(projectSetCurrent, { projectid: 1 }))
  const ofAction = async (action: string) => valueOf(await admin(audit, { action })).data[0]
  expect(await ofAction('/cohort/edit')).toMatchObject({ subject: { cohortid }, names: { cohortid: 'All smokers' } })
  expect(await ofAction('/cohort/new')).toMatchObject({ subject: { made: cohortid }, names: { made: 'All smokers' } })
  expect(await ofAction('/variableset/new')).toMatchObject({
    names: { made: 'Renamed set', projectid: 'Renamed project' },
  })
  expect(await ofAction('/construct/new')).toMatchObject({ subject: { made: constructid }, names: { made: 'MARRIED' } })
  expect(await ofAction('/project/edit')).toMatchObject({
    subject: { id: projectid },
    names: { id: 'Renamed project' },
  })
  expect(await ofAction('/project/current')).toMatchObject({
    subject: { projectid: 1 },
    names: { projectid: 'Default Project' },
  })
  valueOf(await researcher(projectEdit, { id: 1, name: 'My own' }))
  expect(await ofAction('/project/current')).toMatchObject({ names: { projectid: 'My own' } })
  const connection = await server.database.connect()
  const stored = JSON.stringify(await storedRows(connection, 'SELECT subject FROM audit'))
  for (const name of ['smokers', 'set', 'project', 'MARRIED', 'My own']) expect(stored).not.toContain(` ${name}"`)
})

test('keeps the last names of deleted objects, also in earlier entries; unknown objects have none', async () => {
  const { researcher, admin, cohortid, varsetid, constructid, projectid } = await savedThings()
  valueOf(await researcher(variableSetEdit, { varsetid, name: 'Last name, of it' }))
  valueOf(await researcher(variableSetDelete, { varsetid }))
  valueOf(await researcher(cohortDelete, { cohortid }))
  valueOf(await researcher(constructDelete, { constructid }))
  valueOf(await researcher(projectDelete, { projectid }))
  expect(await researcher(variableSetDelete, { varsetid: 999 })).toMatchObject({ status: 404 })
  const [unknown, ...entries] = valueOf(await admin(audit, { user: 'researcher', limit: 10 })).data
  expect(unknown).toMatchObject({ subject: { varsetid: 999 }, names: {} })
  expect(entries.map(({ action, names }) => [action, names])).toEqual([
    ['DELETE /project/delete', { projectid: 'Things' }],
    ['DELETE /construct/delete', { constructid: 'MARRIED' }],
    ['DELETE /cohort/delete', { cohortid: 'Smokers' }],
    ['DELETE /variableset/delete', { varsetid: 'Last name, of it' }],
    ['POST /variableset/edit', { varsetid: 'Last name, of it' }],
    ['POST /variableset/new', { made: 'Last name, of it', projectid: 'Things' }],
    ['POST /construct/new', { made: 'MARRIED' }],
    ['POST /cohort/new', { made: 'Smokers', parent_id: 'All Individuals' }],
    ['POST /project/new', { made: 'Things' }],
  ])
})

test('keeps the name of an object that is deleted together with its project', async () => {
  const { researcher, admin, cohortid, varsetid, constructid, projectid } = await savedThings()
  valueOf(await researcher(projectDelete, { projectid }))
  const { data } = valueOf(await admin(audit, { user: 'researcher', limit: 5 }))
  expect(data.map(({ action, subject, names }) => [action, subject, names])).toEqual([
    ['DELETE /project/delete', { projectid, name: 'Things' }, { projectid: 'Things' }],
    ...[
      [
        { constructid, name: 'MARRIED', projectid },
        { constructid: 'MARRIED', projectid: 'Things' },
      ],
      [
        { cohortid, name: 'Smokers', projectid },
        { cohortid: 'Smokers', projectid: 'Things' },
      ],
      [
        { varsetid, name: 'Set', projectid },
        { varsetid: 'Set', projectid: 'Things' },
      ],
    ].map((entry) => ['DELETE /project/delete', ...entry]),
    ['POST /variableset/new', { projectid, made: varsetid }, { made: 'Set', projectid: 'Things' }],
  ])
})

/** A project with a cohort, a variable set and a custom variable in it. */
async function savedThings() {
  const [researcher, admin] = [await server.callAs('researcher'), await server.callAs('admin')]
  const { new_project_id: projectid } = valueOf(await researcher(projectNew, { name: 'Things' }))
  const smokers = { parent_id: 1, cohort_type: 'subset', variable: 'SMOKER', constraint_type: 'VALID' } as const
  const { new_cohort_id: cohortid } = valueOf(await researcher(cohortNew, { ...smokers, name: 'Smokers' }))
  const values = ['1', '2'].map((code) => ({
    name: `code_${code}`,
    definition: {
      relationship: 'AND' as const,
      constraints: [{ variable_name: 'MARITAL', constraint_type: 'EQ', constraint_value: code }],
    },
  }))
  const married = { name: 'MARRIED', construct_type: 'downcode', variables: ['MARITAL'], values } as const
  const { constructid } = valueOf(await researcher(constructNew, { ...married, variables: ['MARITAL'] }))
  const { id: varsetid } = valueOf(await researcher(variableSetNew, { name: 'Set', variables: ['AGE'], projectid }))
  return { researcher, admin, cohortid, varsetid, constructid, projectid }
}

test('refuses other users, and returns 404 without the capability', async () => {
  expect(await (await server.callAs('researcher'))(audit, {})).toMatchObject({ status: 403 })
  const plain = await createTestServer({ capabilities: [] })
  expect(await (await plain.callAs('admin'))(audit, {})).toMatchObject({ status: 404 })
  plain.close()
})
