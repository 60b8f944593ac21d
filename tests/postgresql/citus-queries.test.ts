import { Client } from 'pg'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortNew, cohortOverlap, cohortPreview, cohortSummary } from '#contract/cohorts.ts'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { downloadNew, downloadPreview } from '#contract/downloads.ts'
import { cohortFam, cohortPedigrees, cohortPhenopackets } from '#contract/pedigrees.ts'
import { version } from '#contract/session.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import {
  variableDistribution,
  variableLookup,
  variableSearch,
  variableSimilar,
  variableSketches,
} from '#contract/variables.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { openPostgreSql } from '#server/platform/db/postgres/open.ts'
import { DISTRIBUTION_COLUMN, PLACES } from '#server/platform/db/postgres/schema.ts'
import { raw, sql, type Sql } from '#server/platform/db/sql.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { recordedDatabase, type RecordedDatabase, type RecordedStatement } from '#tests/support/recorded-database.ts'
import { PlanStep, readShardPlan, type ShardReading } from '#tests/support/shard-plan.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { loadStudy } from '#tests/support/study.ts'
import { newDatabase } from '#tests/support/test-database.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

/**
 * Citus is not installed here. These tests check its requirements on statements by PostgreSQL's plans of the statements
 * that the server sends: participants are joined by number only, and counted in place.
 */
let url: string
let recorded: RecordedDatabase
const servers: TestServer[] = []
let readings: readonly (ShardReading & { readonly doing: string; readonly sql: string })[]
beforeAll(async () => {
  url = (await newDatabase()) ?? ''
  const database = await openPostgreSql(url, '/tmp')
  await loadStudy(database, SMALL_STUDY)
  recorded = recordedDatabase(database)
  for (const minimumCell of [0, 3]) {
    const isShared = servers.length > 0
    const server = await createTestServer({ holding: recorded.database, minimumCell, isShared })
    servers.push(server)
    await useAll(server, minimumCell === 0 ? '' : HIDDEN)
  }
  readings = await readPlans()
})
afterAll(() => servers[0]?.close())

const HIDDEN = ', small counts hidden'
const YOUNG = { variable: 'AGE', constraint_type: 'LT', constraint_value: '45' }
const CONDITIONS = [
  YOUNG,
  { variable: 'AGE', constraint_type: 'BETWEEN', constraint_values: ['20', '60'] },
  { variable: 'MARITAL', constraint_type: 'EQ', constraint_value: '1' },
  { variable: 'MARITAL', constraint_type: 'ANYOF', constraint_values: ['1', '2'] },
  { variable: 'SMOKER', constraint_type: 'VALID' },
  { variable: 'SYMPTOMS', constraint_type: 'NEQ', constraint_value: 'A' },
  { variable: 'NOTES', constraint_type: 'REGEX', constraint_value: 'el' },
  { variable: 'BIRTH', constraint_type: 'GT', constraint_value: '1970-UU-UU' },
  { variable: 'HOSPITAL_ID', constraint_type: 'STARTS', constraint_value: 'H' },
]

async function useAll(server: TestServer, among: string): Promise<void> {
  const call = await server.callAs('researcher')
  const doing = async <Result>(what: string, work: () => Promise<Result>) => {
    recorded.begin(`${what}${among}`)
    return work()
  }
  const names = { young: `Young${among}`, married: `Married${among}`, families: `Families${among}` }
  const young = await doing('saving a subset', () =>
    save(call, names.young, { ...YOUNG, parent_id: 1, cohort_type: 'subset' }),
  )
  const married = await doing('saving a subset', () =>
    save(call, names.married, { ...CONDITIONS[2], parent_id: 1, cohort_type: 'subset' }),
  )
  const criterion = { ...CONDITIONS[2], cohort_type: 'pedigree', min_pedsize: 2, ped_constraint_count: 1 } as const
  const families = await doing('saving a pedigree set', () =>
    save(call, names.families, { ...criterion, parent_id: 1, ped_constraint: 'min' }),
  )
  const cohorts = [1, young, families]
  for (const parent_id of cohorts) {
    for (const condition of CONDITIONS)
      await doing('a subset', async () =>
        valueOf(await call(cohortPreview, { ...condition, parent_id, cohort_type: 'subset' })),
      )
    for (const ped_constraint of ['min', 'max', 'equal'] as const)
      await doing('a pedigree set', async () =>
        valueOf(await call(cohortPreview, { ...criterion, parent_id, ped_constraint })),
      )
    await doing('all relatives', async () => valueOf(await call(cohortPreview, { parent_id, cohort_type: 'pedigree' })))
    await doing('a summary', async () => valueOf(await call(cohortSummary, { cohortid: parent_id })))
    await doing('a variable in a cohort', async () =>
      valueOf(await call(variableLookup, { variable_names: ['AGE', 'SYMPTOMS', 'NOTES'], limit_cohortid: parent_id })),
    )
  }
  for (const constraint_type of ['UNION', 'SUBTRACT', 'INTERSECT'] as const)
    await doing('a compound set', async () =>
      valueOf(
        await call(cohortPreview, {
          parent_id: young,
          secondparent_id: married,
          cohort_type: 'compound',
          constraint_type,
        }),
      ),
    )
  await doing('an overlap', async () => valueOf(await call(cohortOverlap, { cohortids: [young, married, families] })))
  await doing('a distribution', async () => {
    for (const variable_name of ['AGE', 'MARITAL', 'SYMPTOMS'])
      valueOf(await call(variableDistribution, { variable_name, cohortids: cohorts }))
  })
  const construct = constructOf(`MOOD_OR_AGE${among ? '_HIDDEN' : ''}`)
  await doing('a custom variable', async () => {
    for (const cross of [undefined, 'SYMPTOMS']) {
      valueOf(await call(constructPreview, { ...construct, cohortid: young, cross }))
    }
    valueOf(await call(constructNew, construct))
    valueOf(await call(variableLookup, { variable_names: [construct.name], limit_cohortid: young }))
    valueOf(
      await call(cohortPreview, {
        parent_id: young,
        cohort_type: 'subset',
        variable: construct.name,
        constraint_type: 'EQ',
        constraint_value: 'low',
      }),
    )
  })
  await doing('the catalog', async () => {
    valueOf(await call(version, {}))
    valueOf(
      await call(variableSearch, {
        searchstring: 'mood',
        searchtype: 'question',
        facets: true,
        filter: { cohortid: young },
      }),
    )
    valueOf(await call(variableSimilar, { variable_name: 'MOOD_LOW' }))
    valueOf(await call(variableSketches, { variable_names: ['AGE', 'MARITAL'] }))
  })
  await doing('drawn families', async () => {
    const trait = { variable: 'MARITAL', value: '1' }
    valueOf(await call(cohortPedigrees, { cohortid: young, order: 'affected', ...trait }))
    valueOf(await call(cohortFam, { cohortid: young, ...trait }))
    valueOf(await call(cohortPhenopackets, { cohortid: young, ...trait }))
  })
  await doing('a download', async () => {
    const variables = ['AGE', 'MARITAL', 'SYMPTOMS', 'NOTES', 'BIRTH', 'MOOD_LOW', construct.name]
    const { id } = valueOf(await call(variableSetNew, { name: `All${among}`, variables }))
    const [made] = valueOf(await call(downloadNew, { cohortid: young, varsetid: id }))
    const downloadid = made?.download_id ?? ''
    valueOf(await call(downloadPreview, { downloadid }))
    const fetch = await server.fetchAs('researcher')
    for (const file of ['downloadstream?filename=a.csv', 'download/bundle?codes=labels']) {
      const response = await fetch(`${API_PREFIX}/cohort/${file}&downloadid=${downloadid}`)
      expect(response.status).toBe(200)
      await response.arrayBuffer()
    }
  })
}

async function save(call: WireCall, name: string, draft: object): Promise<number> {
  const Draft = cohortNew.input
  return valueOf(await call(cohortNew, v.parse(Draft, { ...draft, name, description: '' }))).new_cohort_id
}

function constructOf(name: string) {
  const value = (valueName: string, ...constraints: readonly [string, string, string][]) => ({
    name: valueName,
    description: '',
    definition: {
      relationship: 'AND' as const,
      constraints: constraints.map(([variable_name, constraint_type, constraint_value]) => ({
        variable_name,
        constraint_type,
        constraint_value,
      })),
    },
  })
  return {
    name,
    construct_type: 'multiple' as const,
    defaultValue: '',
    description: '',
    variables: ['MOOD_LOW', 'AGE', 'SMOKER'],
    variable_limit: 10,
    values: [value('low', ['MOOD_LOW', 'EQ', '1'], ['AGE', 'GT', '20']), value('smoking', ['SMOKER', 'VALID', ''])],
  }
}

const Plan = v.object({ 'QUERY PLAN': v.tuple([v.object({ Plan: PlanStep })]) })

async function readingOf(connection: Connection, statement: Sql): Promise<ShardReading> {
  const [row] = await rowsOf(connection, Plan, sql`EXPLAIN (FORMAT JSON, VERBOSE) ${statement}`)
  if (!row) throw new Error('PostgreSQL returns no plan.')
  return readShardPlan(row['QUERY PLAN'][0].Plan)
}

/** The tables that each statement reads. */
async function readPlans() {
  const once = new Map<string, RecordedStatement>()
  for (const statement of recorded.statements) {
    const { text } = statement.statement.write()
    if (/^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)/.test(text) && !once.has(text)) once.set(text, statement)
  }
  return recorded.database.withConnection(async (connection) => {
    const read: (typeof readings)[number][] = []
    for (const [text, { doing, statement }] of once)
      read.push({ doing, sql: text, ...(await readingOf(connection, statement)) })
    return read
  })
}

test('joins participants by number only, and runs all statements over them within shards', () => {
  expect(readings.length).toBeGreaterThan(100)
  expect(readings.filter(({ faults }) => faults.length > 0)).toEqual([])
})

test('only the known statements return rows to the coordinator that grow with the number of participants', () => {
  const brought = new Map<string, Set<string>>()
  for (const { doing, brings } of readings)
    for (const what of brings) brought.set(what, (brought.get(what) ?? new Set()).add(doing.replace(HIDDEN, '')))
  // Suppressed counts are compared in the server's memory.
  const counts = [
    'a custom variable',
    'a pedigree set',
    'a subset',
    'a summary',
    'a variable in a cohort',
    'all relatives',
  ]
  expect(Object.fromEntries([...brought].map(([what, doing]) => [what, [...doing].toSorted()]))).toEqual({
    // The individuals, and the answers to each variable, are read into memory once for each data version.
    'its rows': ['a custom variable', 'a download', 'a subset', 'saving a pedigree set'],
    // Round edges of bins, once for each data version.
    'CTE given': ['a subset'],
    'CTE relative': ['drawn families'],
    // Table 1 of a bundle counts a batch of variables in several ways.
    'CTE working': ['a download'],
    // A record of the file has its individuals.
    'a list of people': [...counts, 'a download'].toSorted(),
    // A bundle checks that PLINK ids are unique.
    'a row for each family': ['a download', 'a pedigree set', 'a summary', 'all relatives', 'drawn families'],
  })
  const lists = readings.filter(({ brings }) => brings.includes('a list of people'))
  // The members of a cohort are read into memory.
  const others = lists.filter(
    (reading) => reading.doing !== 'a download' && !reading.sql.includes('FROM cohort_member'),
  )
  expect(others.filter(({ doing }) => !doing.endsWith(HIDDEN))).toEqual([])
})

test.each([
  ['SELECT * FROM individual i JOIN individual f ON f.individual_no = i.father_no', 'a join of people'],
  ['SELECT * FROM individual JOIN cohort_member ON TRUE', 'a join of people'],
  [
    'SELECT count(*) FROM form_1 WHERE individual_no NOT IN (SELECT individual_no FROM cohort_member)',
    'a query for each',
  ],
  ['SELECT rank() OVER (ORDER BY collection) FROM individual', 'a window'],
  ['SELECT count(*) FROM individual GROUP BY GROUPING SETS ((), (collection))', 'grouping sets'],
  ['SELECT * FROM form LEFT JOIN individual ON form_no = individual_no', 'a left join'],
  ['SELECT count(*) FROM individual JOIN account ON TRUE', 'people beside a table'],
])('detects a statement that Citus refuses: %s', async (text, fault) => {
  const { faults } = await recorded.database.withConnection((connection) => readingOf(connection, raw(text)))
  expect(faults.join()).toContain(fault)
})

test('unique keys on tables of participants include their number', async () => {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `SELECT c.relname AS table, array_agg(CAST(a.attname AS TEXT)) AS columns
     FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
     WHERE i.indisunique AND c.relnamespace = CAST('public' AS regnamespace) GROUP BY i.indexrelid, c.relname`,
  )
  await client.end()
  const ofParticipants = rows.filter(({ table }) => (PLACES[table] ?? 'distributed') === 'distributed')
  expect(ofParticipants.length).toBeGreaterThan(0)
  expect(ofParticipants.filter(({ columns }) => !columns.includes(DISTRIBUTION_COLUMN))).toEqual([])
})
