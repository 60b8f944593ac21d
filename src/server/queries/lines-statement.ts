import { Answers, type Population } from '#server/queries/answers.ts'
import { isReadable } from '#server/queries/readable.ts'
import type { Connection, SqlValue } from '#server/storage/database.ts'
import type { Dialect } from '#server/storage/dialect.ts'
import { Parameters } from '#server/storage/parameters.ts'

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
  /** What is read for it: cells of the same form are worked out together. */
  readonly form: string
}

/** Names an expression that is used more than once; the name is known where the cells are put together. */
export type NameText = (expression: string) => string

/** The text of some neighbouring cells, never NULL, with what parts them. */
export type JoinCells = (cells: readonly Cell[], nameText: NameText, dialect: Dialect) => string

const CELLS_OF_PART = 160
/** So many times the joins are worth putting the cells in order afterwards. */
const SCATTERED = 2

/** How cells become a line: their text, and as SQL what parts them and what ends the line. */
export interface LineShape {
  readonly join: JoinCells
  readonly separator: string
  readonly end: string
}

/**
 * Cells of one statement: for each of its columns the database takes memory of its own, however few its rows are, so that
 * a longer line is made by several statements, each of which goes on where the one before ended.
 */
const CELLS_OF_STATEMENT = 2_500

/** The lines of a range of people: what the statements answer for a person, put one after the other. */
export function linesStatements(
  connection: Connection,
  population: Population,
  shape: LineShape,
  cells: readonly LineCell[],
  cellsOfStatement = CELLS_OF_STATEMENT,
): readonly Statement[] {
  const count = Math.ceil(cells.length / cellsOfStatement)
  return Array.from({ length: count }, (_, place) => {
    const own = cells.slice(place * cellsOfStatement, (place + 1) * cellsOfStatement)
    return linesStatement(connection, population, place === count - 1 ? shape : { ...shape, end: shape.separator }, own)
  })
}

/**
 * The bytes of a line of text for each readable person of a population, in their order. The forms are joined one to the
 * other, and each join passes on all the columns before it: a line of thousands is made of parts that join few forms each.
 */
function linesStatement(
  connection: Connection,
  population: Population,
  shape: LineShape,
  cells: readonly LineCell[],
): Statement {
  const { dialect } = connection
  const parameters = new Parameters(connection)
  const byForm = cells.map((_, place) => place).toSorted((one, other) => compareForms(cells[one], cells[other]))
  const isScattered = joinsOf(cells) > SCATTERED * joinsOf(byForm.flatMap((place) => cells[place] ?? []))
  const order = isScattered ? byForm : cells.map((_, place) => place)
  const parts = partsOf(order.flatMap((place) => cells[place] ?? [])).map((cellsOfPart, place) => {
    const answers = new Answers(connection, population, null, parameters)
    const named: string[] = []
    const nameText: NameText = (expression) => {
      named.push(`, ${expression} AS text${named.length}`)
      return `text${named.length - 1}`
    }
    const made = cellsOfPart.map(({ cellOf }) => cellOf(answers))
    const text = isScattered
      ? `ARRAY[${made.map((cell) => shape.join([cell], nameText, dialect)).join(', ')}]`
      : shape.join(made, nameText, dialect)
    const where = place === 0 ? ` WHERE ${isReadable(population.reader, parameters)}` : ''
    return `(${answers.tables()}
      SELECT individual_no, ${text} AS line FROM (SELECT * ${named.join('')} FROM person${where}) own) p${place}`
  })
  const [first = '', ...others] = parts
  const from = [first, ...others.map((other) => `JOIN ${other} USING (individual_no)`)].join('\n')
  const texts = isScattered ? textsIn(order) : parts.map((_, place) => `p${place}.line`)
  const line = dialect.joined(shape.separator, texts)
  return {
    sql: `SELECT line FROM (SELECT individual_no, encode(${line} || ${shape.end}) AS line FROM ${from}) lines ORDER BY individual_no`,
    values: parameters.values,
  }
}

/** The text of each cell, taken out of the part that it is in where the parts hold them in another order. */
function textsIn(order: readonly number[]): string[] {
  const texts: string[] = []
  for (const [place, cell] of order.entries()) {
    texts[cell] = `p${Math.floor(place / CELLS_OF_PART)}.line[${1 + (place % CELLS_OF_PART)}]`
  }
  return texts
}

function compareForms(one: LineCell | undefined, other: LineCell | undefined): number {
  return (one?.form ?? '') < (other?.form ?? '') ? -1 : Number((one?.form ?? '') > (other?.form ?? ''))
}

/** How many joins of forms the parts come to; planning them takes longer than anything else. */
function joinsOf(cells: readonly LineCell[]): number {
  return partsOf(cells).reduce((sum, part) => sum + new Set(part.map(({ form }) => form)).size, 0)
}

function partsOf(cells: readonly LineCell[]): LineCell[][] {
  return Array.from({ length: Math.ceil(cells.length / CELLS_OF_PART) }, (_, place) =>
    cells.slice(place * CELLS_OF_PART, (place + 1) * CELLS_OF_PART),
  )
}
