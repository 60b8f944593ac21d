import { mkdir } from 'node:fs/promises'
import { Client } from 'pg'
import * as v from 'valibot'
import { scratchFolderOf } from '#server/platform/db/data-folder.ts'
import { COVERAGE_VERSION } from '#server/platform/db/data-version.ts'
import { rowsOf, type Connection, type Database } from '#server/platform/db/database.ts'
import { TABLES } from '#server/platform/db/migrations/schema.ts'
import { createCopier, partsOfForms, type Copier, type Part } from '#server/platform/db/postgres/copy-tables.ts'
import { openPostgreSql, OPTIONS, WRITE_LOCK } from '#server/platform/db/postgres/open.ts'

/** The target database is not empty. */
export class AlreadyFilled extends Error {
  constructor() {
    super('The database holds individuals already; make a new one for the data.')
    this.name = 'AlreadyFilled'
  }
}

export interface LoadOptions {
  readonly source: Database
  readonly url: string
  /** Progress: tables copied, of the total. */
  readonly report: (done: number, total: number) => void
}

/** Tables of the research data; the others hold accounts and their objects. */
const DATA_TABLES = [
  'individual',
  'pedigree_mark',
  'form',
  'variable',
  'release',
  'answer_before',
  'record_before',
  'withdrawn_individual',
]
/** Not copied: the versions, and counts by table, because wide forms are split here. */
const EXCLUDED_TABLES = ['meta', 'coverage']
const NAMES = namesIn(/^\s*CREATE TABLE (?:IF NOT EXISTS )?(\w+)/).filter(
  (name) => !namesIn(/^\s*DROP TABLE (\w+)/).includes(name),
)

/** The tables that statements of the migrations name. */
function namesIn(statement: RegExp): string[] {
  return TABLES.flatMap((text) => statement.exec(text)?.[1] ?? [])
}

/** A migrated database without individuals, under the write lock. */
export interface LoadTarget {
  readonly client: Client
  readonly copier: Copier
  /** Tables to copy whole. If the target has accounts, they stay and those of the source are skipped. */
  readonly tables: readonly string[]
  readonly parts: readonly Part[]
  /** Copies the data versions, and continues the ids of saved objects. */
  readonly copyRest: () => Promise<void>
  readonly reportNext: () => void
}

export async function withLoadTarget(
  { source, url, report }: LoadOptions,
  work: (target: LoadTarget) => Promise<void>,
): Promise<void> {
  const folder = scratchFolderOf(source.path)
  await mkdir(folder, { recursive: true })
  const migrated = await openPostgreSql(url, folder)
  migrated.close()
  const client = await connect(url)
  try {
    await client.query(`SELECT pg_advisory_lock(${WRITE_LOCK})`)
    if (await holdsAny(client, 'individual')) throw new AlreadyFilled()
    const hasAccounts = await holdsAny(client, 'account')
    const tables = NAMES.filter(
      (name) => !EXCLUDED_TABLES.includes(name) && (!hasAccounts || DATA_TABLES.includes(name)),
    )
    const parts = await source.withConnection(partsOfForms)
    let done = 0
    await work({
      client,
      copier: createCopier(source, folder),
      tables,
      parts,
      copyRest: () =>
        source.withConnection(async (connection) => {
          await copyMeta(connection, client)
          if (!hasAccounts) await raiseIds(connection, client)
        }),
      reportNext: () => report(++done, tables.length + parts.length),
    })
    // Form tables are analysed as they are filled.
    await client.query(`ANALYZE ${NAMES.join(', ')}`)
  } finally {
    await client.end()
  }
}

export async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, options: OPTIONS })
  await client.connect()
  return client
}

async function holdsAny(client: Client, table: string): Promise<boolean> {
  return ((await client.query(`SELECT FROM ${table} LIMIT 1`)).rowCount ?? 0) > 0
}

const Fact = v.object({ name: v.string(), value: v.string() })

async function copyMeta(connection: Connection, client: Client): Promise<void> {
  // Coverage counted before the load is of an empty database.
  await client.query('DELETE FROM meta WHERE name = $1', [COVERAGE_VERSION])
  const sql = `SELECT name, value FROM meta WHERE name NOT IN ('schema_version', '${COVERAGE_VERSION}')`
  for (const { name, value } of await rowsOf(connection, Fact, sql)) {
    await client.query(`INSERT INTO meta VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`, [
      name,
      value,
    ])
  }
}

async function raiseIds(connection: Connection, client: Client): Promise<void> {
  const [last] = await rowsOf(
    connection,
    v.object({ value: v.nullable(v.number()) }),
    `SELECT CAST(last_value AS INTEGER) AS "value" FROM duckdb_sequences() WHERE sequence_name = 'id_sequence'`,
  )
  if (last && last.value !== null) await client.query(`SELECT setval('id_sequence', $1)`, [last.value])
}
