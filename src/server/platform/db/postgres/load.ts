import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import * as v from 'valibot'
import { storedColumns } from '#server/model/data-types.ts'
import { sqlText } from '#server/platform/db/sql.ts'
import { COVERAGE_VERSION } from '#server/platform/db/data-version.ts'
import { rowsOf, type Connection, type Database } from '#server/platform/db/database.ts'
import { quoted, sql } from '#server/platform/db/sql.ts'
import { openPostgreSql, OPTIONS, WRITE_LOCK } from '#server/platform/db/postgres/open.ts'
import { STRATUM_NO } from '#server/platform/db/dialect.ts'
import { POSTGRESQL } from '#server/platform/db/postgres/connection.ts'
import { TABLES } from '#server/platform/db/migrations/schema.ts'
import { scratchFolderOf } from '#server/platform/db/data-folder.ts'

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
  readonly report: (done: number, of: number) => void
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
/** Columns of PostgreSQL alone, with the expression over DuckDB's columns. */
const ADDED: Readonly<Record<string, { readonly name: string; readonly cell: string }>> = {
  individual: { name: 'origin_no', cell: STRATUM_NO },
}
const NAMES = TABLES.flatMap((statement) => /^\s*CREATE TABLE (?:IF NOT EXISTS )?(\w+)/.exec(statement)?.[1] ?? [])

/**
 * Copies a DuckDB database into an empty PostgreSQL one, all or nothing. If the target has accounts, they stay and
 * those of the source are skipped.
 */
export async function loadIntoPostgreSql({ source, url, report }: LoadOptions): Promise<void> {
  const folder = scratchFolderOf(source.path)
  await mkdir(folder, { recursive: true })
  const target = await openPostgreSql(url, folder)
  target.close()
  const client = new Client({ connectionString: url, options: OPTIONS })
  await client.connect()
  try {
    await client.query(`SELECT pg_advisory_lock(${WRITE_LOCK})`)
    await client.query('BEGIN')
    if (await holdsAny(client, 'individual')) throw new AlreadyFilled()
    const hasAccounts = await holdsAny(client, 'account')
    await source.withConnection(async (connection) => {
      const copier = createCopier(connection, client, folder)
      const tables = NAMES.filter(
        (name) => !EXCLUDED_TABLES.includes(name) && (!hasAccounts || DATA_TABLES.includes(name)),
      )
      const parts = await partsOfForms(connection)
      let done = 0
      const reportNext = () => report(++done, tables.length + parts.length)
      for (const table of tables) {
        await copier.copy(table, table)
        reportNext()
      }
      for (const part of parts) {
        await makePart(client, copier, part)
        reportNext()
      }
      await copyMeta(connection, client)
      if (!hasAccounts) await raiseIds(connection, client)
    })
    await client.query('COMMIT')
    // Form tables are analysed as they are filled.
    await client.query(`ANALYZE ${NAMES.join(', ')}`)
  } finally {
    await client.end()
  }
}

async function holdsAny(client: Client, table: string): Promise<boolean> {
  return ((await client.query(`SELECT FROM ${table} LIMIT 1`)).rowCount ?? 0) > 0
}

const Column = v.object({ name: v.string(), type: v.string() })
type Column = v.InferOutput<typeof Column>

interface Copier {
  /** Copies a table, or some of its columns, through a text file. */
  readonly copy: (from: string, into: string, names?: readonly string[]) => Promise<void>
  readonly columnsOf: (table: string) => Promise<Column[]>
}

function createCopier(connection: Connection, client: Client, folder: string): Copier {
  const columnsOf = (table: string) =>
    rowsOf(
      connection,
      Column,
      sql`SELECT column_name AS name, data_type AS type FROM information_schema.columns
       WHERE table_name = ${table} AND table_catalog = current_database() ORDER BY ordinal_position`,
    )
  return {
    columnsOf,
    copy: async (from, into, names) => {
      const columns = (await columnsOf(from)).filter(({ name }) => names?.includes(name) ?? true)
      const added = ADDED[from]
      const cells = [...columns.map(cellOf), ...(added ? [added.cell] : [])]
      const list = [...columns.map(({ name }) => quoted(name)), ...(added ? [added.name] : [])].join(', ')
      const file = join(folder, `${randomUUID()}.csv`)
      try {
        await connection.run(
          `COPY (SELECT ${cells.join(', ')} FROM ${quoted(from)}) TO ${sqlText(file)} (FORMAT csv, HEADER false)`,
        )
        const copying = client.query(copyFrom(`COPY ${quoted(into)} (${list}) FROM STDIN (FORMAT csv)`))
        await pipeline(createReadStream(file), copying)
      } finally {
        await rm(file, { force: true })
      }
    },
  }
}

/** PostgreSQL writes lists differently. */
function cellOf({ name, type }: Column): string {
  if (!type.endsWith('[]')) return quoted(name)
  const escaped = `replace(replace(listed, '\\', '\\\\'), '"', '\\"')`
  return `'{' || array_to_string(list_transform(${quoted(name)}, lambda listed: '"' || ${escaped} || '"'), ',') || '}'`
}

/** A part of a wide form's table. */
interface Part {
  readonly form: string
  readonly table: string
  readonly formNo: number
  /** First columns of the answers to variables. */
  readonly columns: string[]
  /** Number of columns: a date has three. */
  width: number
}

const Place = v.object({ form_no: v.number(), table_name: v.string(), column_name: v.string(), data_type: v.string() })

/** Splits forms into tables that fit PostgreSQL's row size. */
async function partsOfForms(connection: Connection): Promise<Part[]> {
  const places = await rowsOf(
    connection,
    Place,
    `SELECT form_no, table_name, column_name, data_type FROM form JOIN variable USING (form_no)
     ORDER BY form_no, length(column_name), column_name`,
  )
  const parts: Part[] = []
  for (const { form_no: formNo, table_name: form, column_name: column, data_type: type } of places) {
    const last = parts.at(-1)
    const width = storedColumns(column, type).length
    const isOfForm = last?.formNo === formNo
    if (isOfForm && last.width + width <= POSTGRESQL.mostColumns) {
      last.columns.push(column)
      last.width += width
    } else {
      const number = isOfForm ? parts.filter((part) => part.formNo === formNo).length + 1 : 1
      parts.push({ form, formNo, table: number === 1 ? form : `${form}_part_${number}`, columns: [column], width })
    }
  }
  return parts
}

async function makePart(client: Client, copier: Copier, { form, table, formNo, columns }: Part): Promise<void> {
  const own = new Set(columns.flatMap((column) => [column, `${column}__first`, `${column}__last`]))
  const all = (await copier.columnsOf(form)).filter(({ name }) => own.has(name))
  const definitions = all.map(({ name, type }) => `, ${quoted(name)} ${type === 'DOUBLE' ? 'FLOAT8' : type}`)
  await client.query(`CREATE TABLE ${quoted(table)} (individual_no INTEGER NOT NULL${definitions.join('')})`)
  await copier.copy(form, table, ['individual_no', ...all.map(({ name }) => name)])
  for (const statement of POSTGRESQL.settling(table)) await client.query(statement)
  if (table === form) return
  const values = [table, formNo, columns]
  await client.query(`UPDATE variable SET part_table = $1 WHERE form_no = $2 AND column_name = ANY ($3)`, values)
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
