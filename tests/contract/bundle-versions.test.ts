import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { downloadNew } from '#contract/downloads.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { filesOf, textOf } from '#tests/support/read-zip.ts'
import { serveStudy } from '#tests/support/serve-study.ts'
import { newestAnswers, versionsStudy } from '#tests/support/versions-study.ts'

test('Table 1 of a bundle joins the versions of a question, as the page does', async () => {
  const server = await serveStudy(versionsStudy('numberrange'))
  const call = await server.callAs('admin')
  const { id: varsetid } = valueOf(await call(variableSetNew, { name: 'All', variables: ['V0', 'T1', 'V2', 'V1'] }))
  const [made] = valueOf(await call(downloadNew, { cohortid: 1, varsetid }))
  const fetch = await server.fetchAs('admin')
  const response = await fetch(`${API_PREFIX}/cohort/download/bundle?downloadid=${made?.download_id}`)
  const files = filesOf(new Uint8Array(await response.arrayBuffer()))
  const rows: Record<string, string>[] = parse(textOf(files, 'table1.tsv'), { columns: true, delimiter: '\t' })
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
