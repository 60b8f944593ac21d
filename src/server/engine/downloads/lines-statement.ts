import { Answers, type Population } from '#server/engine/sources/answers.ts'
import { FORMS_JOINED } from '#server/engine/sources/form-tables.ts'
import { isReadable } from '#server/engine/conditions/readable.ts'
import { chunksOf, STATEMENT_SIZE, type Chunk, type StatementSize } from '#server/engine/downloads/statement-chunks.ts'
import type { Connection, SqlValue } from '#server/platform/db/database.ts'
import type { Dialect } from '#server/platform/db/dialect.ts'
import { Parameters } from '#server/platform/db/parameters.ts'

export interface Statement {
  readonly sql: string
  readonly values: readonly SqlValue[]
}

/** A cell of a person's line, as SQL over the table `person`: its text, and whether it may hold what needs quotes. */
export interface Cell {
  /** NULL where the cell is empty. */
  readonly text: string
  readonly needsQuotes: 'never' | 'seldom' | 'often'
}

export interface LineCell {
  readonly cellOf: (answers: Answers) => Cell
  /** The tables of answers that are joined for it. */
  readonly tables: readonly string[]
}

/** Names an expression that is used more than once; the name is known where the cells are put together. */
export type NameText = (expression: string) => string

/** The text of some neighbouring cells, never NULL, with what parts them. */
export type JoinCells = (cells: readonly Cell[], nameText: NameText, dialect: Dialect) => string

/** How cells become a line. */
export interface LineShape {
  readonly join: JoinCells
  /** One ASCII character. */
  readonly separator: string
  readonly end: string
  /** Whether a separator between double quotes is part of its cell. */
  readonly isQuoted: boolean
}

/** A statement with one row, of bytes, for each readable person of a range, in their order. */
export interface LinesStatement extends Statement {
  /** How much memory it takes, as a multiple of a statement of the largest usual size. */
  readonly weight: number
}

/** The statements that make the lines of a range of people. */
export interface LinesPlan {
  readonly statements: readonly LinesStatement[]
  /**
   * Null: a line is the bytes of the statements in their order. Else, for each cell of the line, the statement that
   * holds it: each holds its cells in the order of the line, with a separator after each.
   */
  readonly sources: readonly number[] | null
}

/** Interleaving cells outside the database is worthwhile from this many times the statements. */
const SCATTERED = 2

/** Plans the lines of a range of people. The database needs memory for each join and each column of a statement. */
export function linesPlan(
  connection: Connection,
  population: Population,
  shape: LineShape,
  cells: readonly LineCell[],
  size: StatementSize = STATEMENT_SIZE,
): LinesPlan {
  const places = cells.map((_, place) => place)
  const tablesAt = (place: number) => cells[place]?.tables ?? []
  const inOrder = chunksOf(places, tablesAt, size)
  const byTable = chunksOf(
    places.toSorted((one, other) => compare(tablesAt(one).join(), tablesAt(other).join())),
    tablesAt,
    size,
  )
  const isScattered = inOrder.length > SCATTERED * byTable.length
  const chunks = isScattered ? byTable : inOrder
  const statements = chunks.map((chunk, number) => {
    const own = chunk.places.toSorted((one, other) => one - other).flatMap((place) => cells[place] ?? [])
    const after = !isScattered && number === chunks.length - 1 ? shape.end : shape.separator
    return { ...statementOf(connection, population, shape, own, after), weight: weightOf(chunk, size) }
  })
  return { statements, sources: isScattered ? sourcesOf(chunks) : null }
}

function statementOf(
  connection: Connection,
  population: Population,
  shape: LineShape,
  cells: readonly LineCell[],
  after: string,
): Statement {
  const { dialect } = connection
  const parameters = new Parameters(connection)
  const answers = new Answers(connection, population, null, parameters)
  const named: string[] = []
  const nameText: NameText = (expression) => {
    named.push(`, ${expression} AS text${named.length}`)
    return `text${named.length - 1}`
  }
  const text = shape.join(
    cells.map(({ cellOf }) => cellOf(answers)),
    nameText,
    dialect,
  )
  const where = isReadable(population.reader, parameters)
  return {
    sql: `SELECT line FROM (${answers.tables()}
      SELECT individual_no, encode(${text} || ${sqlText(after)}) AS line
      FROM (SELECT * ${named.join('')} FROM person WHERE ${where}) own) lines ORDER BY individual_no`,
    values: parameters.values,
  }
}

/** A text of ASCII characters in SQL. */
export function sqlText(text: string): string {
  return Array.from(text, (character) => `chr(${character.charCodeAt(0)})`).join(' || ')
}

function sourcesOf(chunks: readonly Chunk[]): number[] {
  const sources: number[] = []
  for (const [number, { places }] of chunks.entries()) for (const place of places) sources[place] = number
  return sources
}

/** A cell may need more tables than a statement usually joins; beyond FORMS_JOINED several are put together before they are joined. */
function weightOf({ tables }: Chunk, size: StatementSize): number {
  return Math.max(1, Math.ceil(Math.min(tables.size, FORMS_JOINED) / size.tables))
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
