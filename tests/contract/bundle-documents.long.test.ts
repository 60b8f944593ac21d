import { readFile } from 'node:fs/promises'
import { Ajv } from 'ajv'
import { parse } from 'csv-parse/sync'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cohortInfo, cohortNew, cohortPreview } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { cohortDescribe, cohortGroups } from '#contract/describing.ts'
import { downloadNew } from '#contract/downloads.ts'
import { rulesNew, rulesPreview, type RuleDefinition } from '#contract/rules.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { API_PREFIX, DESCRIBED_VARIABLES_MAX } from '#domain/limits.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { BUNDLE_VARIABLES, prepareBundle } from '#tests/support/bundle.ts'
import { filesOf, textOf } from '#tests/support/read-zip.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let files: Map<string, Uint8Array>
beforeAll(async () => {
  server = await createTestServer()
  files = await bundle(server, await prepareBundle(await server.callAs('researcher')))
})
afterAll(() => server.close())

async function bundle(testServer: TestServer, downloadId: string): Promise<Map<string, Uint8Array>> {
  const fetch = await testServer.fetchAs('researcher')
  const response = await fetch(`${API_PREFIX}/cohort/download/bundle?downloadid=${downloadId}`)
  return filesOf(new Uint8Array(await response.arrayBuffer()))
}

/** The rows of a TSV file by the headers. */
function rowsOfTable(text: string): Record<string, string>[] {
  return parse(text, { columns: true, delimiter: '\t', quote: false })
}

test('has the flow of the cohort with the numbers of its page, as a picture and as a table', () => {
  expect(
    textOf(files, 'flow.tsv')
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t')),
  ).toEqual([
    ['Arm', 'Step', 'Individuals', 'Without data', 'Excluded', 'No match', 'Unknown', 'No record', 'Added'],
    ['', 'All Individuals', '12', '1', '', '', '', '', ''],
    ['', 'Adults: AGE is greater than or equal to 18', '5', '', '7', '1', '2', '4', ''],
    ['Smokers', 'All Individuals', '12', '1', '', '', '', '', ''],
    ['Smokers', 'Smokers: SMOKER has a valid answer', '3', '', '9', '5', '0', '4', ''],
    ['', 'Either: or in Smokers', '6', '', '', '', '', '', '1'],
  ])
  const svg = textOf(files, 'flow.svg')
  expect(svg).toContain('<title>Flow of Either: 12 individuals, 6 after 2 steps</title>')
  for (const text of ['n = 12', 'n = 5', 'n = 7', 'Added: only in Smokers', 'n = 6']) expect(svg).toContain(`>${text}<`)
  expect(textOf(files, 'README.txt')).toContain('flow.svg, flow.tsv: ')
})

test('has a step for each rule of a cohort by rules, with the outcomes of the preview', async () => {
  const call = await server.callAs('researcher')
  const adult = { variable_name: 'AGE', constraint_type: 'GTE', constraint_value: '18' }
  const divorced = { variable_name: 'MARITAL', constraint_type: 'EQ', constraint_value: '2' }
  const rules: v.InferInput<typeof RuleDefinition> = {
    version: 1,
    match: 'all',
    rules: [adult, { match: 'none', rules: [divorced] }],
  }
  const sent = { parent_id: 1, rules }
  const { steps = [] } = valueOf(await call(rulesPreview, sent))
  const cohortid = valueOf(await call(rulesNew, { ...sent, name: 'By rules' })).new_cohort_id
  const varsetid = valueOf(await call(variableSetNew, { name: 'Age', variables: ['AGE'] })).id
  const made = valueOf(await call(downloadNew, { cohortid, varsetid }))[0]?.download_id ?? ''
  const rows = rowsOfTable(textOf(await bundle(server, made), 'flow.tsv'))
  expect(rows.map(({ Step, Individuals }) => [Step, Individuals])).toEqual([
    ['All Individuals', '12'],
    ['Rule 1 of 2: AGE is greater than or equal to 18', String(steps[0]?.split.match)],
    ['By rules: not MARITAL is equal to 2 (Divorced)', String(steps[1]?.split.match)],
  ])
  expect(rows.slice(1).map((row) => [row['No match'], row['Unknown'], row['No record']])).toEqual(
    steps.map(({ split }) => [split.no_match, split.unknown, split.no_record].map(String)),
  )
})

test('splits the individuals excluded by an intersection', async () => {
  const call = await server.callAs('researcher')
  const all = { parent_id: 1, cohort_type: 'subset' as const }
  const save = async (name: string, draft: object) =>
    valueOf(await call(cohortNew, { ...all, ...draft, name })).new_cohort_id
  const first = await save('Aged', { variable: 'AGE', constraint_type: 'GTE', constraint_value: '1' })
  const second = await save('Low', { variable: 'MOOD_LOW', constraint_type: 'EQ', constraint_value: '1' })
  const compound = { cohort_type: 'compound', constraint_type: 'INTERSECT', parent_id: first, secondparent_id: second }
  const cohortid = await save('Both', compound)
  const { split } = valueOf(await call(cohortPreview, { ...all, ...compound, cohort_type: 'compound' as const }))
  const varsetid = valueOf(await call(variableSetNew, { name: 'Ages', variables: ['AGE'] })).id
  const made = valueOf(await call(downloadNew, { cohortid, varsetid }))[0]?.download_id ?? ''
  const last = rowsOfTable(textOf(await bundle(server, made), 'flow.tsv')).at(-1)
  expect(last?.['Step']).toBe('Both: and in Low')
  expect([last?.['No match'], last?.['Unknown'], last?.['No record']]).toEqual(
    [split?.no_match, split?.unknown, split?.no_record].map(String),
  )
})

test('describes its CSV files as a Tabular Data Package that fits the published profile', async () => {
  const { $schema: _, ...profile } = JSON.parse(await readFile('tests/support/tabular-data-package.json', 'utf8'))
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(profile)
  const described = JSON.parse(textOf(files, 'datapackage.json'))
  expect(validate(described), JSON.stringify(validate.errors)).toBe(true)
  expect(validate({ ...described, profile: 'data-package' })).toBe(false)
  for (const { path, schema } of v.parse(Packages, described).resources) {
    const [header = [], ...rows] = rowsOfCsv(textOf(files, path))
    expect(schema.fields.map(({ name }) => name)).toEqual(header)
    expect(rows).toHaveLength(5)
    for (const [place, { name, constraints }] of schema.fields.entries()) {
      const answers = rows.map((row) => row[place] ?? '').filter((answer) => answer !== '')
      if (constraints) expect(constraints.enum, name).toEqual(expect.arrayContaining(answers))
    }
  }
  expect(described.resources[0].schema.fields).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ name: 'AGE', type: 'number' }),
      expect.objectContaining({ name: 'MARITAL', type: 'string', constraints: { enum: ['1', '2', '3'] } }),
      expect.objectContaining({ name: 'BIRTH', type: 'string' }),
    ]),
  )
})

test('has the individuals of its data as the table cohort of OMOP, without dates', async () => {
  const call = await server.callAs('researcher')
  const cohort = valueOf(await call(cohortInfo, {})).cohorts.find(({ name }) => name === 'Either')
  const [header, ...rows] = rowsOfCsv(textOf(files, 'cohort.csv'))
  expect(header).toEqual(['cohort_definition_id', 'subject_id', 'cohort_start_date', 'cohort_end_date'])
  const [, ...data] = rowsOfCsv(textOf(files, 'data.csv'))
  expect(rows).toEqual(data.map(([id]) => [String(cohort?.cohortid), id, '', '']))
  expect(rows.length).toBeGreaterThan(0)
  expect(textOf(files, 'README.txt')).toContain('the dates are empty')
})

function rowsOfCsv(text: string): string[][] {
  return parse(text)
}

const Packages = v.object({
  resources: v.array(
    v.object({
      path: v.string(),
      schema: v.object({
        fields: v.array(
          v.object({ name: v.string(), constraints: v.optional(v.object({ enum: v.array(v.string()) })) }),
        ),
      }),
    }),
  ),
})

test('has the numbers of /cohort/describe in its Table 1', async () => {
  await expectTableOne(server, files)
})

test('with MIN_CELL the flow and Table 1 are as suppressed as the page and the endpoint', async () => {
  const guarded = await createTestServer({ minimumCell: 3 })
  try {
    const download = await prepareBundle(await guarded.callAs('researcher'))
    const files = await bundle(guarded, download)
    await expectTableOne(guarded, files)
    const call = await guarded.callAs('researcher')
    const { cohorts } = valueOf(await call(cohortInfo, {}))
    const sizes = new Map(cohorts.map(({ name, rowcount }) => [name, rowcount === null ? 'hidden' : String(rowcount)]))
    const rows = rowsOfTable(textOf(files, 'flow.tsv'))
    expect(rows.map(({ Individuals }) => Individuals)).toEqual(
      ['All Individuals', 'Adults', 'All Individuals', 'Smokers', 'Either'].map((name) => sizes.get(name)),
    )
    expect([...sizes.values()]).toContain('hidden')
    expect(rows.filter(({ Individuals }) => Individuals === 'hidden').every((row) => !row['No match'])).toBe(true)
  } finally {
    guarded.close()
  }
})

/** Compares each number of Table 1 with the response of the endpoint. */
async function expectTableOne(testServer: TestServer, files: Map<string, Uint8Array>): Promise<void> {
  const call = await testServer.callAs('researcher')
  const cohort = valueOf(await call(cohortInfo, {})).cohorts.find(({ name }) => name === 'Either')
  const cohortids = [cohort?.cohortid ?? 0]
  const { data } = valueOf(await call(cohortDescribe, { cohortids, variable_names: BUNDLE_VARIABLES }))
  const [group] = valueOf(await call(cohortGroups, { cohortids })).data
  const rows = rowsOfTable(textOf(files, 'table1.tsv'))
  const text = (number: number | null | undefined, none: string) => (number == null ? none : String(number))
  expect(rows[0]).toMatchObject({ variable: 'Individuals', n: text(group?.size, 'hidden') })
  expect([...new Set(rows.slice(1).map(({ variable }) => variable))]).toEqual(BUNDLE_VARIABLES)
  for (const { variable_name, groups } of data) {
    const [first, ...values] = rows.filter(({ variable }) => variable === variable_name)
    const [answers] = groups
    expect(first, variable_name).toMatchObject({
      n: text(answers?.answered, 'hidden'),
      unknown: text(answers?.unknown, 'hidden'),
      no_record: text(answers?.no_record, 'hidden'),
      not_counted: text(answers?.not_counted, 'hidden'),
      mean: text(answers?.mean, ''),
      sd: text(answers?.sd, ''),
      median: text(answers?.quantiles?.[2], ''),
    })
    const counts = values.filter(({ meaning }) => meaning !== 'not ticked').map(({ value, n }) => [value, n])
    expect(counts).toEqual((answers?.categories ?? []).map(([value, count]) => [value, text(count, 'hidden')]))
  }
}

test('leaves Table 1 out for many variables, and says so', async () => {
  const call = await server.callAs('researcher')
  const constructs = Array.from(
    { length: DESCRIBED_VARIABLES_MAX + 1 - BUNDLE_VARIABLES.length },
    (_, place) => `COPY_${place}`,
  )
  for (const name of constructs) {
    await call(constructNew, {
      name,
      construct_type: 'downcode',
      defaultValue: 'no',
      variables: ['AGE'],
      values: ['yes', 'no'].map((valueName) => ({
        name: valueName,
        definition: {
          relationship: 'AND' as const,
          constraints:
            valueName === 'no' ? [] : [{ variable_name: 'AGE', constraint_type: 'GTE', constraint_value: '50' }],
        },
      })),
    })
  }
  const cohortid = valueOf(await call(cohortInfo, {})).cohorts.find(({ name }) => name === 'Adults')?.cohortid ?? 0
  const varsetid = valueOf(
    await call(variableSetNew, { name: 'Many', variables: [...BUNDLE_VARIABLES, ...constructs] }),
  ).id
  const made = valueOf(await call(downloadNew, { cohortid, varsetid }))[0]?.download_id ?? ''
  const files = await bundle(server, made)
  expect([...files.keys()]).not.toContain('table1.tsv')
  expect(textOf(files, 'README.txt')).toContain('no table1.tsv: it is written for at most 300 variables')
})
