import { compareTexts } from '#domain/text/text.ts'
import { isReadable } from '#server/engine/conditions/shown-value.ts'
import { Answers, type Population } from '#server/engine/sources/answers.ts'
import { FORMS_JOINED } from '#server/engine/sources/form-tables.ts'
import type { Dialect } from '#server/platform/db/dialect.ts'
import { join, raw, sql, type Sql } from '#server/platform/db/sql.ts'

/** A cell of an individual's line, over the table `person`: its text, and how often the text needs quotes. */
export interface Cell {
  /** NULL where the cell is empty. */
  readonly text: Sql
  readonly needsQuotes: 'never' | 'seldom' | 'often'
  /** A stored answer, for example, is NULL or has characters. */
  readonly isNeverEmptyText?: boolean
  /** Whether the cell is computed with a key, which must not be in the text of a statement: PostgreSQL logs failed statements. */
  readonly hasKey?: boolean
}

export interface LineCell {
  readonly cellOf: (answers: Answers) => Cell
  /** The tables of answers that are joined for it. */
  readonly tables: readonly string[]
}

/** Names an expression that is used more than once, for use where the cells are joined. */
export type NameText = (expression: Sql) => Sql

/** The text of neighbouring cells, never NULL, with separators. */
type JoinCells = (cells: readonly Cell[], nameText: NameText, dialect: Dialect) => Sql

/** How cells become a line. */
export interface LineShape {
  readonly join: JoinCells
  /** One ASCII character. */
  readonly separator: string
  readonly end: string
  /** Whether a separator between double quotes is part of its cell. */
  readonly isQuoted: boolean
}

/** A statement with one row for each readable individual of a range, in order. */
export interface LinesStatement {
  readonly statement: Sql
  /** Null for rows of bytes. Else a row has cells, of which the database writes a line of CSV with this end. */
  readonly csvEnd: string | null
  /** How much memory it takes, as a multiple of a statement of the largest usual size. */
  readonly weight: number
}

/** The statements that write the lines of a range of individuals. */
export interface LinesPlan {
  readonly statements: Iterable<LinesStatement>
  /**
   * Null: a line is the bytes of the statements in their order. Else, for each cell of the line, the statement that
   * holds it: each holds its cells in the order of the line, with a separator after each.
   */
  readonly sources: readonly number[] | null
}

/** Interleaving cells outside the database is worthwhile from this many times the statements. */
const SCATTERED = 2

/**
 * Plans the statements for a range of individuals. DuckDB needs memory for each join and each column of a statement.
 */
export function linesPlan(
  dialect: Dialect,
  population: Population,
  shape: LineShape,
  cells: readonly LineCell[],
  size: StatementSize = STATEMENT_SIZE,
): LinesPlan {
  const places = cells.map((_, place) => place)
  const tablesAt = (place: number) => cells[place]?.tables ?? []
  const inOrder = chunksOf(places, tablesAt, size)
  const byTable = chunksOf(
    places.toSorted((one, other) => compareTexts(tablesAt(one).join(), tablesAt(other).join())),
    tablesAt,
    size,
  )
  const isScattered = inOrder.length > SCATTERED * byTable.length
  const chunks = isScattered ? byTable : inOrder
  return { statements: written(), sources: isScattered ? sourcesOf(chunks) : null }

  /** Written one at a time: all those of a whole catalog would hold the main thread. */
  function* written(): Generator<LinesStatement, undefined> {
    for (const [number, chunk] of chunks.entries()) {
      const answers = new Answers(dialect, { ...population, leavesOutWithdrawn: true })
      const chunkCells = chunk.places
        .toSorted((one, other) => one - other)
        .flatMap((place) => cells[place]?.cellOf(answers) ?? [])
      const after = !isScattered && number === chunks.length - 1 ? shape.end : shape.separator
      const weight = weightOf(chunk, size)
      yield isCopied(dialect, shape, chunkCells)
        ? { statement: cellsStatement(answers, population, chunkCells), csvEnd: after, weight }
        : { statement: statementOf(answers, population, shape, chunkCells, after), csvEnd: null, weight }
    }
  }
}

/** COPY quotes a text that marks its end, if it is the only cell of a row. */
function isCopied({ copiesCsv }: Dialect, { isQuoted }: LineShape, cells: readonly Cell[]): boolean {
  return copiesCsv && isQuoted && cells.length > 1 && cells.every(({ hasKey }) => hasKey !== true)
}

function statementOf(
  answers: Answers,
  population: Population,
  shape: LineShape,
  cells: readonly Cell[],
  after: string,
): Sql {
  const named: Sql[] = []
  const nameText: NameText = (expression) => {
    const name = raw(`text${named.length}`)
    named.push(sql`, ${expression} AS ${name}`)
    return name
  }
  const text = shape.join(cells, nameText, answers.dialect)
  return sql`SELECT line FROM (${answers.tables}
      SELECT individual_no, encode(${text} || ${asciiText(after)}) AS line
      FROM (SELECT * ${join(named, '')} FROM person WHERE ${isReadable(population.reader)}) own) lines ORDER BY individual_no`
}

/** The cells as columns, NULL where they are empty. */
function cellsStatement(answers: Answers, population: Population, cells: readonly Cell[]): Sql {
  // The comparison takes longer than writing the cell.
  const columns = cells.map(({ text, isNeverEmptyText = false }) =>
    isNeverEmptyText ? text : sql`nullif(${text}, '')`,
  )
  return sql`${answers.tables} SELECT ${join(columns)} FROM person
      WHERE ${isReadable(population.reader)} ORDER BY individual_no`
}

/** A text of ASCII characters, control characters among them. */
export function asciiText(text: string): Sql {
  return raw(Array.from(text, (character) => `chr(${character.charCodeAt(0)})`).join(' || '))
}

function sourcesOf(chunks: readonly Chunk[]): number[] {
  const sources: number[] = []
  for (const [number, { places }] of chunks.entries()) for (const place of places) sources[place] = number
  return sources
}

/**
 * A cell may need more tables than a statement usually joins; beyond FORMS_JOINED several are united before the join.
 */
function weightOf({ tables }: Chunk, size: StatementSize): number {
  return Math.max(1, Math.ceil(Math.min(tables.size, FORMS_JOINED) / size.tables))
}

/** Maximum number of tables and cells in one statement. */
export interface StatementSize {
  readonly tables: number
  readonly cells: number
}

/**
 * In DuckDB a join takes 8 MB, or twice that where two threads build it, however few its rows are, and a cell some
 * 0.1 MB a join. This size takes up to 130 MB, and is as fast as larger ones.
 */
export const STATEMENT_SIZE: StatementSize = { tables: 4, cells: 160 }

/** Cells of one statement, by their position in the line. */
export interface Chunk {
  readonly places: readonly number[]
  readonly tables: ReadonlySet<string>
}

/** Cuts cells, in the order given, into chunks of a size; a cell that needs more tables is a chunk of its own. */
export function chunksOf(
  places: readonly number[],
  tablesAt: (place: number) => readonly string[],
  { tables: tablesMost, cells: cellsMost }: StatementSize,
): Chunk[] {
  const chunks: { places: number[]; tables: Set<string> }[] = []
  for (const place of places) {
    const tables = tablesAt(place)
    const last = chunks.at(-1)
    const added = tables.filter((table) => last?.tables.has(table) !== true).length
    const isFull = !last || last.places.length >= cellsMost || last.tables.size + added > tablesMost
    if (isFull) {
      chunks.push({ places: [place], tables: new Set(tables) })
      continue
    }
    last.places.push(place)
    for (const table of tables) last.tables.add(table)
  }
  return chunks
}
