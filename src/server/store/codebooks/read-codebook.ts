import * as v from 'valibot'
import { textByCode } from '#contract/shapes/values.ts'
import { textAt } from '#domain/text/text.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql, type Sql } from '#server/platform/db/sql.ts'

/** The codebook of one form version, in the order of its items. */
export interface Codebook {
  readonly instrument: string
  readonly version: string
  readonly title: string
  /** Whether the answers are synthetic. */
  readonly isSynthetic: boolean
  readonly sections: readonly CodebookSection[]
}

interface CodebookSection {
  readonly title: string
  readonly items: readonly CodebookItem[]
}

export interface CodebookItem {
  readonly variableName: string
  readonly item: string
  readonly question: string
  readonly dataType: string
  readonly answers: readonly (readonly [code: string, meaning: string])[]
  /** Notes: the range, the lead-in, the missing codes. */
  readonly notes: readonly string[]
}

const Mapping = v.pipe(v.string(), v.parseJson(), textByCode)

const Row = v.object({
  form_no: v.number(),
  instrument: v.string(),
  version: v.string(),
  title: v.string(),
  variable_name: v.string(),
  data_type: v.string(),
  question: v.string(),
  explicit_context: v.string(),
  possible_values: v.array(v.string()),
  value_mapping: Mapping,
  answer_validation_desc: v.string(),
  section: v.string(),
  item: v.string(),
})
type Row = v.InferOutput<typeof Row>

export async function readCodebooks(connection: Connection, condition: Sql): Promise<Map<number, Codebook>> {
  const rows = await rowsOf(
    connection,
    Row,
    sql`SELECT form_no, instrument, version, title, variable_name, data_type, question, explicit_context, possible_values,
       value_mapping, answer_validation_desc, section, item
     FROM form JOIN variable USING (form_no) WHERE ${condition}
     ORDER BY form_no, CAST(nullif(regexp_extract(column_name, '\\d+$'), '') AS INTEGER) NULLS LAST, column_name, variable_name`,
  )
  const Origin = v.object({ value: v.string() })
  const [origin] = await rowsOf(connection, Origin, `SELECT value FROM meta WHERE name = 'data'`)
  const isSynthetic = origin !== undefined && origin.value !== 'imported'
  return new Map(
    [...grouped(rows, (row) => row.form_no)].map(([formNo, formRows]) => [formNo, codebookOf(formRows, isSynthetic)]),
  )
}

function codebookOf(rows: readonly Row[], isSynthetic: boolean): Codebook {
  const [first] = rows
  // Sections are in the order of their first items.
  const sections = grouped(rows, (row) => row.section)
  return {
    instrument: first?.instrument ?? '',
    version: first?.version ?? '',
    title: first?.title ?? '',
    isSynthetic,
    sections: [...sections].map(([title, items]) => ({
      title: title === '' ? 'Items' : title,
      items: items.map(itemOf),
    })),
  }
}

function itemOf(row: Row): CodebookItem {
  return {
    variableName: row.variable_name,
    item: row.item,
    question: row.question.replaceAll('|', ' '),
    dataType: row.data_type,
    answers: row.possible_values.map((code) => [code, textAt(row.value_mapping, code)]),
    notes: [row.explicit_context.replaceAll('|', ' '), row.answer_validation_desc].filter((note) => note !== ''),
  }
}

/** Groups rows by a key, in the order of first occurrence. */
function grouped<Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}
