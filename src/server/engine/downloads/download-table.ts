import type { Reader } from '#domain/access.ts'
import { OWN_COLUMNS } from '#domain/downloads.ts'
import { tablesOf, type AnyVariable } from '#server/model/variable.ts'
import { Answers, type Population } from '#server/engine/sources/answers.ts'
import type { NumbersBetween } from '#server/engine/sources/form-tables.ts'
import { CSV } from '#server/engine/downloads/csv-line.ts'
import {
  linesPlan,
  type Cell,
  type LineCell,
  type LinesPlan,
  type Statement,
} from '#server/engine/downloads/lines-statement.ts'
import { isReadable } from '#server/engine/conditions/readable.ts'
import type { StatementSize } from '#server/engine/downloads/statement-chunks.ts'
import { valueText } from '#server/engine/conditions/value-text.ts'
import { parquetOptions } from '#server/platform/db/duckdb/csv-to-parquet.ts'
import { quoted, type Connection } from '#server/platform/db/database.ts'
import type { Parameters } from '#server/platform/db/parameters.ts'

/** What a download holds: the readable members of a cohort, with their answers to a set's variables. */
export interface DownloadTable {
  readonly cohortId: number
  readonly reader: Reader
  readonly variables: readonly AnyVariable[]
  /** What the codes of some variables are written as, by the variable's name. */
  readonly labels?: ReadonlyMap<string, CodeLabels>
  /** Whether texts of the CSV that a spreadsheet takes for formulas begin with an apostrophe. */
  readonly escapesFormulas?: boolean
}

/** Codes, and at the same place in the other list the text of each. */
export interface CodeLabels {
  readonly codes: readonly string[]
  readonly labels: readonly string[]
}

/** What the columns of the file are called, in their order. */
export function downloadColumns(table: DownloadTable): string[] {
  return [...OWN_COLUMNS, ...table.variables.map((variable) => variable.name)]
}

/** Those of them that hold numbers. */
export function numberColumns({ variables }: DownloadTable): ReadonlySet<string> {
  return new Set(variables.flatMap(({ name, dataType }) => (dataType === 'numberrange' ? [name] : [])))
}

/** Some rows as lines of CSV, in one column. */
export function csvPlan(
  connection: Connection,
  table: DownloadTable,
  between: NumbersBetween,
  size?: StatementSize,
): LinesPlan {
  const own = OWN_COLUMNS.map((text): LineCell => ({
    tables: [],
    cellOf: () => ({ text: escaped(table, text), needsQuotes: 'seldom' }),
  }))
  const given = table.variables.map((variable): LineCell => ({
    tables: tablesOf(variable),
    cellOf: (answers) => csvCell(table, variable, answers),
  }))
  return linesPlan(connection, { ...peopleOf(table), between }, CSV, [...own, ...given], size)
}

function csvCell(table: DownloadTable, variable: AnyVariable, answers: Answers): Cell {
  const { text, number } = cellOf(table, variable, answers)
  if (number !== null) return { text, needsQuotes: 'never' }
  const isProse = variable.dataType === 'text' || table.labels?.has(variable.name) === true
  return { text: escaped(table, text), needsQuotes: isProse ? 'often' : 'seldom' }
}

function escaped({ escapesFormulas }: DownloadTable, text: string): string {
  return escapesFormulas === true ? `regexp_replace(${text}, '^([-=+@])', '''\\1')` : text
}

/** The same cells in the columns of a Parquet file, numbers as numbers. */
export function parquetStatement(
  connection: Connection,
  table: DownloadTable,
  file: string,
  rowsInGroup: number,
): Statement {
  const answers = new Answers(connection, peopleOf(table))
  const { cells, where } = columnsOf(table, answers)
  const names = downloadColumns(table)
  const columns = cells.map(({ text, number }, place) => `${number ?? text} AS ${quoted(names[place] ?? '')}`)
  return {
    sql: `COPY (${answers.tables()} SELECT ${columns.join(', ')} FROM person WHERE ${where} ORDER BY individual_no)
      TO ${answers.parameters.bind(file)} (${parquetOptions(rowsInGroup)})`,
    values: answers.parameters.values,
  }
}

interface Value {
  readonly text: string
  /** Where it is a number: the number itself. Nothing in its text can need quotes. */
  readonly number: string | null
}

function peopleOf({ cohortId, reader }: DownloadTable): Population {
  return { cohortId, reader }
}

function columnsOf(table: DownloadTable, answers: Answers) {
  const own = OWN_COLUMNS.map((text): Value => ({ text, number: null }))
  const cells = [...own, ...table.variables.map((variable) => cellOf(table, variable, answers))]
  return { cells, where: isReadable(table.reader, answers.parameters) }
}

function cellOf({ labels }: DownloadTable, variable: AnyVariable, answers: Answers): Value {
  const { dataType, value } = answers.answerTo(variable)
  const text = valueText(dataType, value)
  const written = labels?.get(variable.name)
  return {
    text: written ? labelText(dataType, text, written, answers.parameters) : text,
    number: dataType === 'numberrange' ? value : null,
  }
}

/** An answer with its codes replaced by their labels; a code without one stays as it is. */
function labelText(
  dataType: string,
  text: string,
  { codes, labels }: CodeLabels,
  { bindList, dialect }: Parameters,
): string {
  const [given, written] = [bindList(codes), bindList(labels)]
  if (dataType === 'multicategory') return dialect.labelled(text, given, written)
  return `coalesce(list_extract(${written}, list_position(${given}, ${text})), ${text})`
}
