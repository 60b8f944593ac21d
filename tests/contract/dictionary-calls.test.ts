import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userinfo } from '#contract/session.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { importFolder } from '#server/modules/imports/import-folder.ts'
import type { Database } from '#server/platform/db/database.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { allRows, temporaryFolder } from '#tests/support/import-folders.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import type { StudyForm } from '#tests/support/study.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createTestServer, type TestServer, type Username } from '#tests/support/test-server.ts'

/** Names, texts and codes that need escaping. */
const ODD: StudyForm = {
  instrument: 'Odd "form", 2nd',
  version: '3 b',
  records: {},
  variables: [
    {
      name: 'ODD_TEXTS',
      dataType: 'text',
      question: '=1+1, "said" <b>he</b> &amp; she|Äh?',
      context: '@DEFINITION={|<',
    },
    {
      name: 'ODD_CODES',
      dataType: 'categorical',
      possibleValues: ['b', '10', '9', '-1', 'a,b', 'x|y', '&#44;', '__proto__'],
      meanings: {
        '10': 'Ten | more',

        'a,b': '<i>',
        'x|y': 'a, b',
        '&#44;': '&amp;',
        ['__proto__']: 'p',
      },
    },
    { name: 'ODD_LONE', dataType: 'categorical', possibleValues: ['1'], meanings: { '1': 'Only' } },
    { name: 'ODD_SEVERAL', dataType: 'multicategory', possibleValues: ['1'], meanings: { '1': 'Only' } },
    { name: 'ODD_OPEN', dataType: 'categorical' },
  ],
}

let server: TestServer
let imported: Database
beforeAll(async () => {
  server = await createTestServer({ study: { ...SMALL_STUDY, forms: [...SMALL_STUDY.forms, ODD] } })
  await server.database.withConnection((connection) =>
    connection.run(`UPDATE variable SET section = 'About, "you"', explicit_context = 'In | years', implicit_context = 'ask all', item = '12',
      answer_validation = '0..99', answer_validation_desc = 'A number from 0 to 99, in years.' WHERE variable_name = 'AGE'`),
  )
})
afterAll(() => server.close())

async function dictionary(query: string, username: Username = 'newcomer'): Promise<Response> {
  return (await server.fetchAs(username))(`${API_PREFIX}/variable/dictionary?${query}`)
}

/** Without the position of answers, and the codebook page, which depends on layout. */
async function catalogOf(database: Database) {
  const rows = await allRows(
    database,
    `SELECT variable_name, original_name, data_type, question, explicit_context, implicit_context, possible_values,
       value_mapping, answer_validation, answer_validation_desc, section, item, instrument, version, title
     FROM variable JOIN form USING (form_no) ORDER BY variable_name`,
  )
  return rows.map(({ value_mapping, ...row }) => [row, JSON.parse(String(value_mapping))])
}

test.each([
  ['redcap', 'catalog.csv', 'text/csv; charset=utf-8'],
  ['bids', 'catalog.json', 'application/json; charset=utf-8'],
])('re-importing the catalog from its %s dictionary gives the same catalog', async (format, file, type) => {
  const response = await dictionary(`format=${format}`)
  expect(response.headers.get('content-type')).toBe(type)
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${file}"`)
  const folder = temporaryFolder({ [file]: await response.text() })
  imported = await openTestDatabase()
  try {
    const options = { collection: 'ct', study: '1', skipBadRows: false }
    const { report } = await importFolder(imported, folder.path, options)
    expect(await catalogOf(imported)).toEqual(await catalogOf(server.database))
    expect([report.individuals, report.notes, report.inferences]).toEqual([0, [], []])
  } finally {
    imported.close()
    folder.remove()
  }
})

test('the dictionary of a set has its variables in their order, custom ones with their definitions', async () => {
  const call = await server.callAs('researcher')
  const varsetid = valueOf(await call(variableSetNew, { name: 'Two: a', variables: ['NOTES', 'AGE'] })).id
  const response = await dictionary(`format=redcap&varsetid=${varsetid}`, 'researcher')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="Two_ a.csv"')
  const rows: Record<string, string>[] = parse(await response.text(), { columns: true })
  expect(rows.map((row) => row['Variable / Field Name'])).toEqual(['individual_id', 'NOTES', 'AGE'])
  expect(rows[2]).toMatchObject({ 'Text Validation Min': '0', 'Text Validation Max': '99' })
  expect((await dictionary(`format=redcap&varsetid=${varsetid}`, 'colleague')).status).toBe(404)
  expect((await dictionary('format=word')).status).toBe(400)
})

test('offers no dictionary without the capability', async () => {
  const plain = await createTestServer({ capabilities: [] })
  try {
    expect(valueOf(await (await plain.callAs('researcher'))(userinfo, {})).versions?.capabilities).toEqual([])
    const response = await (await plain.fetchAs('researcher'))(`${API_PREFIX}/variable/dictionary?format=bids`)
    expect(response.status).toBe(404)
  } finally {
    plain.close()
  }
})

test('annotations of a REDCap dictionary begin with their tag', async () => {
  const response = await dictionary('format=redcap')
  const rows: Record<string, string>[] = parse(await response.text(), { columns: true, bom: true })
  const annotations = rows.flatMap((row) => row['Field Annotation'] || [])
  expect(annotations.length).toBeGreaterThan(0)
  expect(annotations.filter((annotation) => !annotation.startsWith('@DEFINITION='))).toEqual([])
})
