import type { Reader } from '#domain/access.ts'
import type { AnyVariable } from '#server/catalog/variable.ts'
import { Answers } from '#server/queries/answers.ts'
import { isReadable } from '#server/queries/readable.ts'
import { valueText } from '#server/queries/value-text.ts'
import type { SqlValue } from '#server/storage/database.ts'

/** What a download holds: the readable members of a cohort, with their answers to a set's variables. */
export interface DownloadTable {
  readonly cohortId: number
  readonly reader: Reader
  readonly variables: readonly AnyVariable[]
}

const OWN_COLUMNS = ['individual_id', 'family_id', 'collection', 'study_id', 'consent', 'dx_nimh'] as const

export function downloadColumns(table: DownloadTable): string[] {
  return [...OWN_COLUMNS, ...table.variables.map((variable) => variable.name)]
}

interface Statement {
  readonly sql: string
  readonly values: readonly SqlValue[]
}

/** The cells of some rows as text, a column each: c0, c1 … */
export function cellsStatement(table: DownloadTable, between: readonly [number, number]): Statement {
  const { answers, cells, where } = parts(table, between)
  const columns = cells.map(({ text }, place) => `${text} AS c${place}`)
  return {
    sql: `${answers.tables()} SELECT ${columns.join(', ')} FROM person WHERE ${where} ORDER BY individual_no`,
    values: answers.parameters.values,
  }
}

/** Some rows as lines of CSV without their line ends, in one column. */
export function linesStatement(table: DownloadTable, between: readonly [number, number]): Statement {
  const { answers, cells, where } = parts(table, between)
  const line = `concat_ws(',', ${cells.map(csvCell).join(', ')})`
  return {
    sql: `${answers.tables()} SELECT ${line} AS line FROM person WHERE ${where} ORDER BY individual_no`,
    values: answers.parameters.values,
  }
}

interface Cell {
  readonly text: string
  /** Whether nothing in it can need quotes. */
  readonly isPlain: boolean
}

/** Four plain searches take half the time of one regular expression. */
const NEEDS_QUOTES = [`'"'`, `','`, 'chr(13)', 'chr(10)']

/** RFC 4180: quotes where they are needed, doubled within; what is missing is an empty field. */
function csvCell({ text, isPlain }: Cell): string {
  if (isPlain) return `coalesce(${text}, '')`
  const needsQuotes = NEEDS_QUOTES.map((character) => `contains(${text}, ${character})`).join(' OR ')
  return `CASE WHEN ${text} IS NULL THEN '' WHEN ${needsQuotes} THEN '"' || replace(${text}, '"', '""') || '"'
    ELSE ${text} END`
}

function parts(table: DownloadTable, between: readonly [number, number]) {
  const answers = new Answers({ cohortId: table.cohortId, reader: table.reader, between })
  const own = OWN_COLUMNS.map((text): Cell => ({ text, isPlain: false }))
  const given = table.variables.map((variable): Cell => {
    const { dataType, value } = answers.answerTo(variable)
    return { text: valueText(dataType, value), isPlain: dataType === 'numberrange' }
  })
  return { answers, cells: [...own, ...given], where: isReadable(table.reader, answers.parameters) }
}
