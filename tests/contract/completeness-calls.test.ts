import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { downloadCompleteness, downloadNew } from '#contract/downloads.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { API_PREFIX, COMPLETENESS_VARIABLES_MAX, OWN_COLUMNS } from '#domain/limits.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { serveStudy } from '#tests/support/serve-study.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { createTestServer, type TestServer, type Username } from '#tests/support/test-server.ts'
import { newestAnswers, versionsStudy } from '#tests/support/versions-study.ts'

const VARIABLES = ['AGE', 'NOTES', 'SYMPTOMS', 'BIRTH', 'MOOD_SCORE']
const MANY = Array.from({ length: COMPLETENESS_VARIABLES_MAX + 1 }, (_, place) => `MANY_${place}`)

let server: TestServer
beforeAll(async () => {
  const variables = MANY.map((name) => ({ name, dataType: 'numberrange' }))
  const form = { instrument: 'Many', version: '1', variables, records: {} }
  server = await createTestServer({ study: { ...SMALL_STUDY, forms: [...SMALL_STUDY.forms, form] } })
})
afterAll(() => server.close())

async function setOf(username: Username, variables: readonly string[]): Promise<number> {
  const call = await server.callAs(username)
  return valueOf(await call(variableSetNew, { name: `Set of ${variables.length}`, variables: [...variables] })).id
}

/** The cells of the file itself, by row. */
async function fileOf(username: Username, varsetid: number): Promise<string[][]> {
  const [prepared] = valueOf(await (await server.callAs(username))(downloadNew, { cohortid: 1, varsetid }))
  const query = new URLSearchParams({ downloadid: prepared?.download_id ?? '', filename: 'file.csv' })
  const response = await (await server.fetchAs(username))(`${API_PREFIX}/cohort/download?${query.toString()}`)
  const [, ...rows]: string[][] = parse(await response.text())
  return rows
}

test.each(['researcher', 'admin'] as const)('the numbers for %s are those of the file', async (username) => {
  const varsetid = await setOf(username, VARIABLES)
  const found = valueOf(await (await server.callAs(username))(downloadCompleteness, { cohortid: 1, varsetid }))
  const rows = (await fileOf(username, varsetid)).map((cells) => ({
    collection: cells[OWN_COLUMNS.indexOf('collection')],
    answers: cells.slice(OWN_COLUMNS.length),
  }))
  const without = (except: number | null) =>
    rows.filter(({ answers }) => answers.every((text, place) => place === except || text !== '')).length
  expect(found).toMatchObject({ individuals: rows.length, complete: without(null) })
  for (const [column, { collection, individuals }] of found.collections.entries()) {
    const collectionRows = rows.filter((row) => row.collection === collection)
    expect(collectionRows).toHaveLength(individuals)
    for (const [place, name] of VARIABLES.entries()) {
      const variable = found.variables[place]
      expect(variable).toMatchObject({ variable_name: name, complete_without: without(place) })
      expect(variable?.answered[column]).toBe(collectionRows.filter(({ answers }) => answers[place] !== '').length)
    }
  }
  expect(found.collections.reduce((sum, { individuals }) => sum + individuals, 0)).toBe(rows.length)
})

test('an answer to any version of a question counts, unless the versions are asked apart', async () => {
  const study = versionsStudy('numberrange')
  const versioned = await serveStudy(study)
  const call = await versioned.callAs('admin')
  const { id: varsetid } = valueOf(await call(variableSetNew, { name: 'All', variables: ['V0', 'V2', 'T1', 'V1'] }))
  const two = valueOf(await call(variableSetNew, { name: 'Two', variables: ['V0', 'V1', 'V2'] }))
  const answers = newestAnswers(false)
  const answered = answers.filter((answer) => typeof answer === 'string').length
  const joined = valueOf(await call(downloadCompleteness, { cohortid: 1, varsetid: two.id }))
  expect(joined.complete).toBe(answered)
  expect(joined.variables).toMatchObject([{ variable_name: 'V2', versions: ['V2', 'V1', 'V0'] }])
  const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)
  expect(joined.variables.map((row) => [sumOf(row.answered), sumOf(row.unknown)])).toEqual([
    [answered, answers.filter((answer) => answer === null).length],
  ])
  const beside = valueOf(await call(downloadCompleteness, { cohortid: 1, varsetid }))
  expect(beside.variables.map(({ variable_name, complete_without }) => [variable_name, complete_without])).toEqual([
    ['V2', 0],
    ['T1', answered],
  ])
  const apart = valueOf(await call(downloadCompleteness, { cohortid: 1, varsetid: two.id, versions: 'apart' }))
  expect(apart.variables.map(({ variable_name, versions }) => [variable_name, versions])).toEqual([
    ['V0', null],
    ['V1', null],
    ['V2', null],
  ])
  expect(apart.complete).toBeLessThan(answered)
})

test('a user without readable collections, a set of another user and a large set are refused', async () => {
  const newcomer = await server.callAs('newcomer')
  const varsetid = await setOf('newcomer', VARIABLES)
  expect(await newcomer(downloadCompleteness, { cohortid: 1, varsetid: varsetid })).toMatchObject({ status: 403 })
  const researcher = await server.callAs('researcher')
  expect(await researcher(downloadCompleteness, { cohortid: 1, varsetid: varsetid })).toMatchObject({ status: 404 })
  const large = await setOf('researcher', MANY)
  expect(await researcher(downloadCompleteness, { cohortid: 1, varsetid: large })).toMatchObject({
    status: 422,
    message: expect.stringContaining('Answers are counted for at most 1,000 variables.'),
  })
})
