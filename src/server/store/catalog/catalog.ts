import * as v from 'valibot'
import { textByCode } from '#contract/shapes/values.ts'
import type { CatalogRow, SearchTexts } from '#server/model/catalog.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { isAmong, sql } from '#server/platform/db/sql.ts'

const Row = v.object({
  name: v.string(),
  original_name: v.string(),
  data_type: v.string(),
  question: v.string(),
  observations: v.number(),
  possible_values: v.array(v.string()),
  table_name: v.string(),
  column_name: v.string(),
  instrument: v.string(),
  version: v.string(),
  section: v.string(),
})

/** The whole catalog, ordered by name. */
export async function readCatalog(connection: Connection): Promise<CatalogRow[]> {
  const rows = await rowsOf(
    connection,
    Row,
    `SELECT variable_name AS name, original_name, data_type, question, observations, possible_values,
            coalesce(part_table, table_name) AS table_name, column_name, instrument, version, section
     FROM variable JOIN form USING (form_no) ORDER BY variable_name`,
  )
  return rows.map((row) => ({
    name: row.name,
    originalName: row.original_name,
    dataType: row.data_type,
    question: row.question,
    observations: row.observations,
    possibleValues: row.possible_values,
    tableName: row.table_name,
    columnName: row.column_name,
    instrument: row.instrument,
    version: row.version,
    section: row.section,
  }))
}

const Mapping = v.pipe(v.string(), v.parseJson(), textByCode)

const Texts = v.object({
  value_mapping: Mapping,
  explicit_context: v.string(),
  implicit_context: v.string(),
  section: v.string(),
  instrument: v.string(),
})

/** Search texts of each variable besides name and question, in catalog order. */
export async function readSearchTexts(connection: Connection): Promise<SearchTexts[]> {
  const rows = await rowsOf(
    connection,
    Texts,
    `SELECT value_mapping, explicit_context, implicit_context, section, instrument
     FROM variable JOIN form USING (form_no) ORDER BY variable_name`,
  )
  return rows.map((row) => ({
    meanings: Object.values(row.value_mapping).join(' '),
    explicit: row.explicit_context,
    implicit: row.implicit_context,
    section: row.section,
    form: row.instrument,
  }))
}

const Details = v.object({
  name: v.string(),
  title: v.string(),
  explicit_context: v.string(),
  implicit_context: v.string(),
  value_mapping: Mapping,
  answer_validation: v.string(),
  answer_validation_desc: v.string(),
  toc_page: v.string(),
  item: v.string(),
  pdf_file: v.string(),
  pdf_page: v.string(),
})
export type VariableDetails = v.InferOutput<typeof Details>

/** Details of variables by name: of some, or of the whole catalog. */
export async function readDetails(
  connection: Connection,
  names: readonly string[] | 'all',
): Promise<Map<string, VariableDetails>> {
  const rows = await rowsOf(
    connection,
    Details,
    sql`SELECT variable_name AS name, title, explicit_context, implicit_context, value_mapping,
            answer_validation, answer_validation_desc, toc_page, item, pdf_file, pdf_page
     FROM variable JOIN form USING (form_no) WHERE ${names === 'all' ? sql`TRUE` : isAmong(sql`variable_name`, names)}`,
  )
  return new Map(rows.map((row) => [row.name, row]))
}
