import { Answers, type Population } from '#server/queries/answers.ts'
import { isReadable } from '#server/queries/readable.ts'
import type { SqlValue } from '#server/storage/database.ts'
import { Parameters } from '#server/storage/parameters.ts'

export interface Statement {
  readonly sql: string
  readonly values: readonly SqlValue[]
}

/** A text of a person, never NULL, in SQL over the table `person`. */
export type LineCell = (answers: Answers) => string

/** Lines of fewer cells are quickest in one part. */
const CELLS_IN_ONE = 400
const CELLS_OF_PART = 100

/** What stands between the cells of a line and after each line, as SQL. */
export interface LineShape {
  readonly separator: string
  readonly end: string
}

/**
 * The bytes of a line of text for each readable person of a population, in their order. The forms are joined one to the other, and
 * each join passes on all the columns before it: a line of thousands is made of parts that join few forms each.
 */
export function linesStatement(
  population: Population,
  { separator, end }: LineShape,
  cells: readonly LineCell[],
): Statement {
  const parameters = new Parameters()
  const where = isReadable(population.reader, parameters)
  const parts = partsOf(cells).map((some) => {
    const answers = new Answers(population, null, parameters)
    const line = `concat_ws(${separator}, ${some.map((cell) => cell(answers)).join(', ')})`
    return `${answers.tables()} SELECT individual_no, ${line} AS line FROM person`
  })
  const [first = '', ...others] = parts.map(
    (part, place) => `(${part}${place === 0 ? ` WHERE ${where}` : ''}) p${place}`,
  )
  const lines = parts.map((_, place) => `p${place}.line`)
  return {
    sql: `SELECT encode(concat_ws(${separator}, ${lines.join(', ')}) || ${end}) AS line
      FROM ${[first, ...others.map((other) => `JOIN ${other} USING (individual_no)`)].join('\n')} ORDER BY individual_no`,
    values: parameters.values,
  }
}

function partsOf(cells: readonly LineCell[]): LineCell[][] {
  const size = cells.length <= CELLS_IN_ONE ? cells.length : CELLS_OF_PART
  return Array.from({ length: Math.ceil(cells.length / size) }, (_, place) =>
    cells.slice(place * size, (place + 1) * size),
  )
}
