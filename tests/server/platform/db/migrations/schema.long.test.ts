import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { MIGRATIONS, SCHEMA_VERSION, TABLES } from '#server/platform/db/migrations/schema.ts'
import { EARLIER_SCHEMAS } from '#tests/support/earlier-schemas.ts'
import { allRows, temporaryFolder } from '#tests/support/import-folders.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const HARNESS = resolve('node_modules/.cache/migration-harness')
const COLUMNS = `SELECT table_name, column_name, data_type, is_nullable FROM duckdb_columns() ORDER BY ALL`
const KEPT = `SELECT c.name, c.rowcount, count(*)::INTEGER AS members, s.variables, i.collection, a.username, t.token_hash
  FROM cohort c JOIN cohort_member m USING (cohortid) JOIN variable_set s USING (account_id)
  JOIN individual i USING (individual_no) JOIN account a USING (account_id) JOIN session t USING (account_id)
  GROUP BY ALL`
/** The version whose accounts may share the decisions on counts. */
const BEFORE_OWN_LEDGERS = 22
const VERSION = `SELECT value FROM meta WHERE name = 'schema_version'`

let folder: ReturnType<typeof temporaryFolder>
beforeAll(async () => {
  folder = temporaryFolder({})
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'tests/support/migration-harness.ts', target: 'node20', outDir: HARNESS, emptyOutDir: true },
  })
})
afterAll(() => folder.remove())

function countOf(beginning: string): number {
  return TABLES.filter((statement) => statement.startsWith(beginning)).length
}

/** A database file of an earlier version, with each kind of saved thing. */
async function fileOf(name: string, { version, tables }: (typeof EARLIER_SCHEMAS)[number]): Promise<string> {
  const path = join(folder.path, `${name}.duckdb`)
  const instance = await DuckDBInstance.create(path)
  const connection = await instance.connect()
  for (const statement of [
    ...tables,
    `INSERT INTO meta VALUES ('schema_version', '${version}')`,
    `INSERT INTO individual (individual_no, individual_id, collection, study_id) VALUES (1, 'P1', 'bp', '7')`,
    `INSERT INTO account VALUES (2, 'ada', 'hash', '', '', FALSE, ['bp'], FALSE)`,
    `INSERT INTO session (token_hash, account_id, created_at, seen_at) VALUES ('hash', 2, now(), now())`,
    `INSERT INTO variable_set VALUES (3, 2, 1, 'Set', '', ['AGE', 'SEX'])`,
    `INSERT INTO cohort VALUES (4, 2, 1, 'Cohort', '', 1, NULL, 'AGE', 'GT', ['9'], NULL, NULL, NULL, NULL, 1, ['bp'])`,
    `INSERT INTO cohort_member VALUES (4, 1)`,
    'CHECKPOINT',
  ]) {
    await connection.run(statement)
  }
  connection.closeSync()
  instance.closeSync()
  return path
}

async function read(path: string) {
  const database = await openDatabase(path)
  const [columns, kept, version] = [
    await allRows(database, COLUMNS),
    await allRows(database, KEPT),
    await allRows(database, VERSION),
  ]
  database.close()
  return { columns, kept, version }
}

test.each(EARLIER_SCHEMAS)('migrates a file of $name to this version with its contents', async (schema) => {
  const fresh = await read(join(folder.path, `fresh ${schema.name}.duckdb`))
  const path = await fileOf(schema.name, schema)
  const migrated = await read(path)
  expect(migrated.columns).toEqual(fresh.columns)
  expect(migrated.version).toEqual([{ value: String(SCHEMA_VERSION) }])
  const cohort = { name: 'Cohort', rowcount: 1, members: 1, variables: ['AGE', 'SEX'], collection: 'bp' }
  expect(migrated.kept).toEqual([{ ...cohort, username: 'ada', token_hash: 'hash' }])
  // Idempotent.
  expect(await read(path)).toEqual(migrated)
})

test('says in the audit log how many entries are older than its chain', async () => {
  const [schema] = EARLIER_SCHEMAS.slice(-1)
  const path = await fileOf('with entries', schema ?? EARLIER_SCHEMAS[0])
  const instance = await DuckDBInstance.create(path)
  const connection = await instance.connect()
  await connection.run(`INSERT INTO audit SELECT TIMESTAMP '2024-01-01' + to_days(day::INTEGER), 'ada', '', 'x', '{}', 200
    FROM range(3) given(day)`)
  connection.closeSync()
  instance.closeSync()
  const database = await openDatabase(path)
  expect(
    await allRows(
      database,
      `SELECT action, subject, CAST(happened_at AS VARCHAR) AS at FROM audit ORDER BY rowid LIMIT 9 OFFSET 2`,
    ),
  ).toEqual([
    { action: 'x', subject: '{}', at: '2024-01-03 00:00:00' },
    { action: 'audit chain', subject: '{"entries":3}', at: '2024-01-03 00:00:00' },
  ])
  database.close()
})

test('decisions that all accounts shared become those of each account with restricted access', async () => {
  const path = join(folder.path, 'shared ledger.duckdb')
  const instance = await DuckDBInstance.create(path)
  const connection = await instance.connect()
  const decided = (account: number, place: number, id: string) =>
    `INSERT INTO disclosure VALUES (${account}, '1', ${place}, '${id}', 'key', NULL, TRUE, 0, '', 9, 9)`
  for (const statement of [
    ...MIGRATIONS.slice(0, BEFORE_OWN_LEDGERS).flat(),
    `INSERT INTO meta VALUES ('schema_version', '${BEFORE_OWN_LEDGERS}'), ('noise_epoch', '2')`,
    `INSERT INTO account VALUES (1, 'admin', '', '', '', TRUE, [], FALSE), (2, 'ada', '', '', '', FALSE, ['bp'], FALSE),
      (3, 'bea', '', '', '', FALSE, [], FALSE)`,
    decided(-1, 0, 'shared'),
    decided(-1, 1, 'shared too'),
    decided(2, 0, 'own'),
    `INSERT INTO disclosure_cost VALUES (2, 0, '["AGE"]', '["bp"]', 0.1)`,
  ]) {
    await connection.run(statement)
  }
  connection.closeSync()
  instance.closeSync()
  const database = await openDatabase(path)
  expect(await allRows(database, `SELECT account_id, place, id FROM disclosure ORDER BY account_id, place`)).toEqual([
    { account_id: 2, place: 0, id: 'own' },
    { account_id: 2, place: 1, id: 'shared' },
    { account_id: 2, place: 2, id: 'shared too' },
    { account_id: 3, place: 0, id: 'shared' },
    { account_id: 3, place: 1, id: 'shared too' },
  ])
  database.close()
})

test('a migration killed at any statement leaves the file either unchanged or complete', async () => {
  const [first] = EARLIER_SCHEMAS
  const made = await fileOf('to be killed', first)
  const [before, after] = [
    `1: ${first.tables.length - 1}`,
    `${SCHEMA_VERSION}: ${countOf('CREATE TABLE') - countOf('DROP TABLE')}`,
  ]
  let kills = 0
  for (let found = before; found === before; kills += 3) {
    const path = join(folder.path, `killed ${kills}.duckdb`)
    copyFileSync(made, path)
    const { signal } = spawnSync('node', [join(HARNESS, 'migration-harness.js'), path, String(kills)])
    expect(signal).toBe('SIGKILL')
    found = await versionAndTables(path)
    expect([before, after]).toContain(found)
  }
  // Each statement, the commit, and afterwards.
  expect(kills).toBeGreaterThanOrEqual(TABLES.length - first.tables.length + 2)
  console.log(`Migrations killed: ${kills / 3}, each left unchanged or complete`)
})

async function versionAndTables(path: string): Promise<string> {
  const instance = await DuckDBInstance.create(path)
  const connection = await instance.connect()
  const found = await connection.runAndReadAll(`${VERSION} UNION ALL SELECT table_name FROM duckdb_tables()`)
  connection.closeSync()
  instance.closeSync()
  const [version, ...tables] = found.getRows().map(([cell]) => String(cell))
  return `${version}: ${tables.length}`
}

test.each(['999', 'none', ''])('refuses a file with version “%s” and leaves it unchanged', async (version) => {
  const [first] = EARLIER_SCHEMAS
  const path = await fileOf(`refused ${version}`, first)
  const change = await DuckDBInstance.create(path)
  const connection = await change.connect()
  await connection.run(version === '' ? 'DELETE FROM meta' : `UPDATE meta SET value = '${version}'`)
  connection.closeSync()
  change.closeSync()
  const bytes = readFileSync(path)
  await expect(openDatabase(path)).rejects.toThrow(/version/)
  expect(readFileSync(path).equals(bytes)).toBe(true)
})
