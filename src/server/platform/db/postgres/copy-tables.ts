import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import * as v from 'valibot'
import { storedColumns } from '#server/model/data-types.ts'
import { rowsOf, type Connection, type Database } from '#server/platform/db/database.ts'
import { STRATUM_NO } from '#server/platform/db/dialect.ts'
import { POSTGRESQL } from '#server/platform/db/postgres/connection.ts'
import { quoted, sql, sqlText } from '#server/platform/db/sql.ts'

/** Columns of PostgreSQL alone, with the expression over DuckDB's columns. */
const ADDED: Readonly<Record<string, { readonly name: string; readonly cell: string }>> = {
  individual: { name: 'origin_no', cell: STRATUM_NO },
}

const Column = v.object({ name: v.string(), type: v.string() })
type Column = v.InferOutput<typeof Column>

interface Copying {
  readonly from: string
  readonly into: string
  readonly names?: readonly string[]
}

export interface Copier {
  /** Copies a table, or some of its columns, through a text file. */
  readonly copy: (client: Client, tables: Copying) => Promise<void>
  readonly columnsOf: (table: string) => Promise<Column[]>
}

export function createCopier(source: Database, folder: string): Copier {
  const columnsOf = (table: string) =>
    source.withConnection((connection) =>
      rowsOf(
        connection,
        Column,
        sql`SELECT column_name AS name, data_type AS type FROM information_schema.columns
         WHERE table_name = ${table} AND table_catalog = current_database() ORDER BY ordinal_position`,
      ),
    )
  return {
    columnsOf,
    copy: async (client, { from, into, names }) => {
      const columns = (await columnsOf(from)).filter(({ name }) => names?.includes(name) ?? true)
      const added = ADDED[from]
      const cells = [...columns.map(cellOf), ...(added ? [added.cell] : [])]
      const list = [...columns.map(({ name }) => quoted(name)), ...(added ? [added.name] : [])].join(', ')
      const file = join(folder, `${randomUUID()}.csv`)
      try {
        const exported = `COPY (SELECT ${cells.join(', ')} FROM ${quoted(from)}) TO ${sqlText(file)} (FORMAT csv, HEADER false)`
        await source.withConnection((connection) => connection.run(exported))
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
export interface Part {
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
export async function partsOfForms(connection: Connection): Promise<Part[]> {
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

/** Makes the empty table of a part, beside the participants. */
export async function createPart(client: Client, copier: Copier, part: Part): Promise<void> {
  const all = await answersOf(copier, part)
  const definitions = all.map(({ name, type }) => `, ${quoted(name)} ${type === 'DOUBLE' ? 'FLOAT8' : type}`)
  await client.query(`CREATE TABLE ${quoted(part.table)} (individual_no INTEGER NOT NULL${definitions.join('')})`)
  for (const statement of POSTGRESQL.placing(part.table)) await client.query(statement)
}

export async function fillPart(client: Client, copier: Copier, part: Part): Promise<void> {
  const names = (await answersOf(copier, part)).map(({ name }) => name)
  await copier.copy(client, { from: part.form, into: part.table, names: ['individual_no', ...names] })
  for (const statement of POSTGRESQL.settling(part.table)) await client.query(statement)
}

/** Stores in the catalog which variables are in a further table of their form. */
export async function placePart(client: Client, { form, table, formNo, columns }: Part): Promise<void> {
  if (table === form) return
  const values = [table, formNo, columns]
  await client.query(`UPDATE variable SET part_table = $1 WHERE form_no = $2 AND column_name = ANY ($3)`, values)
}

async function answersOf({ columnsOf }: Copier, { form, columns }: Part): Promise<Column[]> {
  const wanted = new Set(columns.flatMap((column) => [column, `${column}__first`, `${column}__last`]))
  return (await columnsOf(form)).filter(({ name }) => wanted.has(name))
}
