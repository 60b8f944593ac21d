import { afterEach, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortDelete, cohortEdit } from '#contract/cohorts.ts'
import { projectNew } from '#contract/projects.ts'
import { fromWire } from '#contract/shapes/wire-names.ts'
import { sessionLog, studyApply } from '#contract/study-files.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { loggedStudy } from '#features/studies/log/logged-study.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer | null = null
afterEach(() => {
  server?.close()
  server = null
})

async function signedIn(): Promise<{ readonly server: TestServer; readonly call: WireCall }> {
  server = await createTestServer()
  return { server, call: await server.callAs('admin') }
}

async function logOf(call: WireCall) {
  return valueOf(await call(sessionLog, {})).data
}

async function stepsOf(call: WireCall): Promise<readonly string[]> {
  return (await logOf(call)).map(({ action, kind, name }) => `${action} ${kind} ${name}`)
}

const OLD = 'cohort "Old" = AGE > 40'

test('lists what was made, changed and deleted, with its text', async () => {
  const { server: running, call } = await signedIn()
  expect(await stepsOf(call)).toEqual([])
  valueOf(await call(studyApply, { text: `${OLD}\nset Core = AGE, SMOKER` }))
  running.clock.now += 1_000
  valueOf(await call(studyApply, { text: 'cohort "Old" = AGE > 50' }))
  const log = await logOf(call)
  expect(log.map(({ action, name, text }) => [action, name, text])).toEqual([
    ['make', 'Old', 'cohort "Old" = AGE > 40 in "All Individuals"'],
    ['make', 'Core', 'set "Core" = AGE, SMOKER'],
    ['replace', 'Old', 'cohort "Old" = AGE > 50 in "All Individuals"'],
  ])
  const id = log.at(-1)?.id ?? 0
  valueOf(await call(cohortDelete, { cohortid: id }))
  expect(await stepsOf(call)).toContain('delete cohort Old')
  expect((await logOf(call)).filter(({ kind }) => kind === 'cohort').map((entry) => entry.id)).toEqual([
    null,
    null,
    null,
  ])
})

test('a change under a new name is logged, and the replaced object is not a deletion', async () => {
  const { call } = await signedIn()
  const made = valueOf(await call(studyApply, { text: OLD })).changes[0]
  valueOf(await call(cohortEdit, { cohortid: made?.id ?? 0, name: 'Older', description: '' }))
  expect(await stepsOf(call)).toEqual(['make cohort Old', 'edit cohort Older'])
})

test('begins with the session, and has nothing of other accounts', async () => {
  const { server: running, call } = await signedIn()
  valueOf(await call(studyApply, { text: OLD }))
  expect(await stepsOf(await running.callAs('researcher'))).toEqual([])
  running.clock.now += 60_000
  expect(await stepsOf(await running.callAs('admin'))).toEqual([])
  expect(await stepsOf(call)).toEqual(['make cohort Old'])
})

test('as a study file it makes the same again, in the current project alone', async () => {
  const { call } = await signedIn()
  valueOf(await call(studyApply, { text: `${OLD}\ncohort "Older" = AGE > 60 in "Old"\nset Core = AGE` }))
  const { new_project_id: projectid } = valueOf(await call(projectNew, { name: 'Other', description: '' }))
  valueOf(await call(variableSetNew, { name: 'Elsewhere', description: '', variables: ['AGE'], projectid }))
  const entries = (await logOf(call)).map((entry) => fromWire(entry))
  const { text, declarations, elsewhere } = loggedStudy(entries, 1)
  expect([declarations, elsewhere]).toEqual([3, 1])
  valueOf(await call(studyApply, { text, projectid }))
  expect(valueOf(await call(studyApply, { text, projectid })).changes.every(({ change }) => change === 'keep')).toBe(
    true,
  )
})
