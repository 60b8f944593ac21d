import * as v from 'valibot'
import { quoted, rowsOf, type Connection } from '#server/storage/database.ts'

const Table = v.object({ table_name: v.string() })
const Presence = v.object({ table_name: v.string(), collections: v.array(v.string()) })

/** In which collections each form was given to anybody, by the form's table. */
export async function collectionsByForm(connection: Connection): Promise<Map<string, readonly string[]>> {
  const rows = await overForms(
    connection,
    Presence,
    (table) =>
      `SELECT '${table}' AS table_name, coalesce(list_sort(array_agg(DISTINCT collection)), []) AS collections
       FROM ${quoted(table)} JOIN individual USING (individual_no)`,
  )
  return new Map(rows.map(({ table_name, collections }) => [table_name, collections]))
}

/** The tables of the forms that were given to a member of a cohort. */
export async function formsInCohort(connection: Connection, cohortId: number): Promise<Set<string>> {
  const rows = await overForms(
    connection,
    Table,
    (table) =>
      `SELECT '${table}' AS table_name WHERE EXISTS (
         SELECT 1 FROM ${quoted(table)} WHERE individual_no IN (
           SELECT individual_no FROM cohort_member WHERE cohortid = ${cohortId}))`,
  )
  return new Set(rows.map(({ table_name }) => table_name))
}

async function overForms<Schema extends v.GenericSchema>(
  connection: Connection,
  row: Schema,
  select: (table: string) => string,
): Promise<v.InferOutput<Schema>[]> {
  const tables = await rowsOf(connection, Table, `SELECT table_name FROM form ORDER BY form_no`)
  if (tables.length === 0) return []
  return rowsOf(connection, row, tables.map(({ table_name }) => select(table_name)).join(' UNION ALL '))
}
