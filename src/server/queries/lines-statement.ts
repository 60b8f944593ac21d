import { Answers, type Population } from '#server/queries/answers.ts'
import { isReadable } from '#server/queries/readable.ts'
import type { SqlValue } from '#server/storage/database.ts'
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

export type LineCell = (answers: Answers) => Cell

/** Names an expression that is used more than once; the name is known where the cells are put together. */
export type NameText = (expression: string) => string

/** The text of some neighbouring cells, never NULL, with what parts them. */
export type JoinCells = (cells: readonly Cell[], nameText: NameText) => string

const CELLS_OF_PART = 160

/** How cells become a line: their text, and as SQL what parts them and what ends the line. */
export interface LineShape {
  readonly join: JoinCells
  readonly separator: string
  readonly end: string
}

/**
 * The bytes of a line of text for each readable person of a population, in their order. The forms are joined one to the other, and
 * each join passes on all the columns before it: a line of thousands is made of parts that join few forms each.
 */
export function linesStatement(
  population: Population,
  { join, separator, end }: LineShape,
  cells: readonly LineCell[],
): Statement {
  const parameters = new Parameters()
  const parts = partsOf(cells).map((cellsOfPart, place) => {
    const answers = new Answers(population, null, parameters)
    const named: string[] = []
    const line = join(
      cellsOfPart.map((cell) => cell(answers)),
      (expression) => {
        named.push(`, ${expression} AS text${named.length}`)
        return `text${named.length - 1}`
      },
    )
    const where = place === 0 ? ` WHERE ${isReadable(population.reader, parameters)}` : ''
    return `(${answers.tables()}
      SELECT individual_no, ${line} AS line FROM (SELECT * ${named.join('')} FROM person${where})) p${place}`
  })
  const line = `concat_ws(${separator}, ${parts.map((_, place) => `p${place}.line`).join(', ')})`
  const [first = '', ...others] = parts
  const from = [first, ...others.map((other) => `JOIN ${other} USING (individual_no)`)].join('\n')
  return {
    sql: `SELECT line FROM (SELECT individual_no, encode(${line} || ${end}) AS line FROM ${from}) ORDER BY individual_no`,
    values: parameters.values,
  }
}

function partsOf(cells: readonly LineCell[]): LineCell[][] {
  return Array.from({ length: Math.ceil(cells.length / CELLS_OF_PART) }, (_, place) =>
    cells.slice(place * CELLS_OF_PART, (place + 1) * CELLS_OF_PART),
  )
}
