import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { downloadNew } from '#contract/downloads.ts'
import { rulesNew } from '#contract/rules.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { filesOf, textOf } from '#tests/support/read-zip.ts'
import { serveStudy } from '#tests/support/serve-study.ts'
import type { TestServer } from '#tests/support/test-server.ts'
import { newestAnswers, versionsStudy } from '#tests/support/versions-study.ts'

async function bundleOf(server: TestServer, cohortid: number, varsetid: number) {
  const [made] = valueOf(await (await server.callAs('admin'))(downloadNew, { cohortid, varsetid }))
  const fetch = await server.fetchAs('admin')
  const response = await fetch(`${API_PREFIX}/cohort/download/bundle?downloadid=${made?.download_id}`)
  const files = filesOf(new Uint8Array(await response.arrayBuffer()))
  const tableOne: Record<string, string>[] = parse(textOf(files, 'table1.tsv'), { columns: true, delimiter: '\t' })
  const data: Record<string, string>[] = parse(textOf(files, 'data.csv'), { columns: true })
  return { tableOne, data, readme: textOf(files, 'README.txt') }
}

test('Table 1 of a bundle joins the versions of a question, as the page does', async () => {
  const server = await serveStudy(versionsStudy('numberrange'))
  const call = await server.callAs('admin')
  const { id: varsetid } = valueOf(await call(variableSetNew, { name: 'All', variables: ['V0', 'T1', 'V2', 'V1'] }))
  const { tableOne: rows } = await bundleOf(server, 1, varsetid)
  const answers = newestAnswers(false)
  const answered = answers.filter((answer) => typeof answer === 'string')
  expect(rows.map(({ variable, versions }) => [variable, versions])).toEqual([
    ['Individuals', ''],
    ['V2', 'V2;V1;V0'],
    ['T1', ''],
  ])
  expect(rows[1]).toMatchObject({
    n: String(answered.length),
    unknown: String(answers.filter((answer) => answer === null).length),
    no_record: String(answers.filter((answer) => answer === undefined).length),
  })
})

test('Table 1 of a bundle counts the columns of its data, and the README names the versions that the set lacks', async () => {
  const server = await serveStudy(versionsStudy('numberrange'))
  const call = await server.callAs('admin')
  const rules = ['V0', 'V1', 'V2'].map((variable_name) => ({
    variable_name,
    constraint_type: 'EQ',
    constraint_value: '1',
  }))
  const { new_cohort_id: cohortid } = valueOf(
    await call(rulesNew, {
      parent_id: 1,
      name: 'High in any version',
      rules: { version: 1, match: 'all', rules: [{ match: 'any', are_versions: true, rules }] },
    }),
  )
  const { id: varsetid } = valueOf(await call(variableSetNew, { name: 'One', variables: ['V1'] }))
  const { tableOne, data, readme } = await bundleOf(server, cohortid, varsetid)
  const answered = data.filter(({ V1 }) => V1 !== '').length
  expect(answered).toBeLessThan(data.length)
  expect(tableOne.map(({ variable, n, versions }) => [variable, n, versions])).toEqual([
    ['Individuals', String(data.length), ''],
    ['V1', String(answered), ''],
  ])
  expect(readme).toContain(
    '“High in any version” is defined by any version of a question; “One” lacks 2 versions: V0, V2.',
  )
  expect(readme).toMatch(
    new RegExp(`${answered} of ${data.length} individuals \\(.*%\\) have an answer to the variable\\.`),
  )

  const { id: whole } = valueOf(await call(variableSetNew, { name: 'All', variables: ['V0', 'V1', 'V2'] }))
  const joined = await bundleOf(server, cohortid, whole)
  const anyAnswered = joined.data.filter(({ V0, V1, V2 }) => [V0, V1, V2].some((answer) => answer !== '')).length
  expect(joined.tableOne.map(({ variable, n, versions }) => [variable, n, versions])).toEqual([
    ['Individuals', String(data.length), ''],
    ['V2', String(anyAnswered), 'V2;V1;V0'],
  ])
  expect(joined.readme).not.toContain('is defined by any version')
})
