import type { Reader } from '#domain/access.ts'
import { hasSeveralCodes, isNumber, isPartialDate } from '#domain/data-types.ts'
import { OWN_COLUMNS } from '#domain/limits.ts'
import { FORMULA_SIGNS } from '#domain/text/tab-separated.ts'
import { valueText, isReadable } from '#server/engine/conditions/shown-value.ts'
import {
  linesPlan,
  STATEMENT_SIZE,
  type Cell,
  type LineCell,
  type LineShape,
  type LinesPlan,
  type NameText,
  type StatementSize,
} from '#server/engine/downloads/lines-statement.ts'
import { Answers, type Population } from '#server/engine/sources/answers.ts'
import type { NumbersBetween } from '#server/engine/sources/form-tables.ts'
import { namedColumn, type Trace } from '#server/engine/sources/pseudonyms.ts'
import { inFiles } from '#server/model/data-types.ts'
import { isCustom, tablesOf, type AnyVariable } from '#server/model/variable.ts'
import type { Dialect } from '#server/platform/db/dialect.ts'
import { parquetOptions } from '#server/platform/db/duckdb/csv-to-parquet.ts'
import { identifier, join, literal, raw, sql, type Sql } from '#server/platform/db/sql.ts'

/** The content of a download: the readable members of a cohort, with their answers to a set's variables. */
export interface DownloadTable {
  readonly cohortId: number
  /** The id in OMOP's table, if it is not that of the cohort. */
  readonly definitionId?: number
  readonly reader: Reader
  readonly variables: readonly AnyVariable[]
  /** Labels of codes, by variable name. */
  readonly labels?: ReadonlyMap<string, CodeLabels>
  /** Whether texts that a spreadsheet would evaluate as formulas are prefixed with an apostrophe. */
  readonly escapesFormulas?: boolean
  /** Whether year, month and day of partial dates are columns of the CSV too. */
  readonly splitsDates?: boolean
  /** Whether the CSV begins with a byte order mark. */
  readonly hasByteOrderMark?: boolean
  /** Replaces the ids of individuals and families by pseudonyms, and orders the rows by key. */
  readonly trace?: Trace
}

/** Codes, and the label of each at the same index. */
export interface CodeLabels {
  readonly codes: readonly string[]
  readonly labels: readonly string[]
}

/** Column names of the file, in order. */
export function downloadColumns(table: DownloadTable): string[] {
  return [...OWN_COLUMNS, ...answerColumns(table).map(({ name }) => name)]
}

/** The parts of a date as the file has it, such as 2014-0U-UU. */
const DATE_PARTS = [
  { word: 'year', start: 1, length: 4 },
  { word: 'month', start: 6, length: 2 },
  { word: 'day', start: 9, length: 2 },
] as const
type DatePart = (typeof DATE_PARTS)[number]

/** A column of answers; `part` of a partial date, or null for the whole answer. */
export interface AnswerColumn {
  readonly name: string
  readonly variable: AnyVariable
  readonly part: DatePart | null
}

/** The columns behind those of the individual, whose names are all different. */
export function answerColumns({ variables, splitsDates = false }: DownloadTable): AnswerColumn[] {
  const used = new Set<string>([...OWN_COLUMNS, ...variables.map(({ name }) => name)])
  const partName = (whole: string, { word }: DatePart) => {
    const name = `${whole}_${word.toUpperCase()}`
    let unique = name
    for (let number = 2; used.has(unique); number++) unique = `${name}_${number}`
    used.add(unique)
    return unique
  }
  return variables.flatMap((variable) => {
    const { name, dataType } = variable
    const whole = { name, variable, part: null }
    if (!splitsDates || !isPartialDate(dataType)) return [whole]
    return [whole, ...DATE_PARTS.map((part) => ({ name: partName(name, part), variable, part }))]
  })
}

/** Columns that hold numbers. */
export function numberColumns({ variables }: DownloadTable): ReadonlySet<string> {
  return new Set(variables.flatMap(({ name, dataType }) => (isNumber(dataType) ? [name] : [])))
}

/** RFC 4180: quotes where needed, doubled within; a missing answer is an empty field. */
export const CSV: LineShape = { join: joinCells, separator: ',', end: '\r\n', isQuoted: true }

/** Lines of CSV, in one column, of a range of individuals. */
export function csvPlan(
  dialect: Dialect,
  table: DownloadTable,
  between: NumbersBetween,
  size: StatementSize = sizeFor(dialect, table),
): LinesPlan {
  const fixedCells = OWN_COLUMNS.map((name): LineCell => ({
    tables: [],
    cellOf: () => ({
      text: escaped(table, ownColumn(dialect, table, name)),
      needsQuotes: 'seldom',
      hasKey: table.trace !== undefined,
    }),
  }))
  const answerCells = answerColumns(table).map(({ variable, part }): LineCell => ({
    tables: tablesOf(variable),
    cellOf: (answers) =>
      part === null ? csvCell(table, variable, answers) : partCell(cellOf(table, variable, answers).text, part),
  }))
  return linesPlan(dialect, { ...populationOf(table), between }, CSV, [...fixedCells, ...answerCells], size)
}

/**
 * COPY reads the tables of a statement once for all its cells. A SELECT of PostgreSQL has at most 1,664 columns, and a
 * variable of the catalog takes up to three, the value and both ends of a date. A custom variable may take many.
 */
const SIZE_OF_COPY: StatementSize = { tables: 8, cells: 400 }

function sizeFor({ copiesCsv }: Dialect, { variables }: DownloadTable): StatementSize {
  return copiesCsv && !variables.some(isCustom) ? SIZE_OF_COPY : STATEMENT_SIZE
}

function ownColumn(dialect: Dialect, { trace }: DownloadTable, name: (typeof OWN_COLUMNS)[number]): Sql {
  if (name === 'individual_id') return namedColumn(dialect, trace, 'individual')
  return name === 'family_id' ? namedColumn(dialect, trace, 'family') : raw(name)
}

function csvCell(table: DownloadTable, variable: AnyVariable, answers: Answers): Cell {
  const { text, number } = cellOf(table, variable, answers)
  if (number !== null) return { text, needsQuotes: 'never', isNeverEmptyText: true }
  const hasLabels = table.labels?.has(variable.name) === true
  const isProse = inFiles(variable.dataType).isProse === true || hasLabels
  return { text: escaped(table, text), needsQuotes: isProse ? 'often' : 'seldom', isNeverEmptyText: !hasLabels }
}

/** A part of a partial date as a number; empty if a digit of it is unknown. */
function partCell(text: Sql, { start, length }: DatePart): Cell {
  const part = sql`substr(${text}, ${raw(String(start))}, ${raw(String(length))})`
  const number = sql`CASE WHEN ${part} NOT LIKE '%U%' THEN CAST(CAST(${part} AS INTEGER) AS TEXT) END`
  return { text: number, needsQuotes: 'never', isNeverEmptyText: true }
}

/** A text with an apostrophe before what a spreadsheet would evaluate, if the download asks for it. */
export function escaped({ escapesFormulas }: Pick<DownloadTable, 'escapesFormulas'>, text: Sql): Sql {
  return escapesFormulas === true ? sql`regexp_replace(${text}, ${FORMULA_START}, '''\\1')` : text
}

const FORMULA_START = literal(`^(\\s*[${FORMULA_SIGNS}])`)

/** The same cells in the columns of a Parquet file, numbers as numbers; without a trace. */
export function parquetStatement(dialect: Dialect, table: DownloadTable, file: string, rowsInGroup: number): Sql {
  const answers = new Answers(dialect, { ...populationOf(table), leavesOutWithdrawn: true })
  const fixedCells = OWN_COLUMNS.map((text): Value => ({ text: raw(text), number: null }))
  const cells = [...fixedCells, ...table.variables.map((variable) => cellOf(table, variable, answers))]
  const names = downloadColumns(table)
  const columns = cells.map(({ text, number }, place) => sql`${number ?? text} AS ${identifier(names[place] ?? '')}`)
  return sql`COPY (${answers.tables} SELECT ${join(columns)} FROM person
      WHERE ${isReadable(table.reader)} ORDER BY individual_no)
    TO ${file} (${raw(parquetOptions(rowsInGroup))})`
}

interface Value {
  readonly text: Sql
  /** The number of a numeric answer: its text never needs quotes. */
  readonly number: Sql | null
}

function populationOf({ cohortId, reader }: DownloadTable): Population {
  return { cohortId, reader }
}

function cellOf({ labels }: DownloadTable, variable: AnyVariable, answers: Answers): Value {
  const { dataType, value } = answers.answerTo(variable)
  const text = valueText(dataType, value)
  const written = labels?.get(variable.name)
  return {
    text: written ? labelText(dataType, text, written, answers.dialect) : text,
    number: isNumber(dataType) ? value : null,
  }
}

/** An answer with its codes replaced by their labels; a code without one stays. */
function labelText(dataType: string, text: Sql, { codes, labels }: CodeLabels, dialect: Dialect): Sql {
  if (hasSeveralCodes(dataType)) return dialect.labelled(text, sql`${codes}`, sql`${labels}`)
  return sql`coalesce(list_extract(${labels}, list_position(${codes}, ${text})), ${text})`
}

const COMMA = literal(',')

/** Cells that seldom need quotes are tested together: a fraction of the time and memory of testing each. */
function joinCells(cells: readonly Cell[], nameText: NameText, dialect: Dialect): Sql {
  return dialect.joined(
    COMMA,
    runsOf(cells).map((run) => textOf(run, nameText, dialect)),
  )
}

/** Groups neighbours that seldom need quotes; each of the others is alone. */
function runsOf(cells: readonly Cell[]): Cell[][] {
  const runs: Cell[][] = []
  for (const cell of cells) {
    const run = runs.at(-1)
    if (run && cell.needsQuotes !== 'often' && run[0]?.needsQuotes !== 'often') run.push(cell)
    else runs.push([cell])
  }
  return runs
}

function textOf(run: readonly Cell[], nameText: NameText, dialect: Dialect): Sql {
  const texts = run.map(({ text }) => text)
  if (run.some((cell) => cell.needsQuotes !== 'never')) return dialect.csvCells(texts, nameText)
  return dialect.joined(
    COMMA,
    texts.map((text) => sql`coalesce(${text}, '')`),
  )
}
