import { Answers, type Population } from '#server/queries/answers.ts'
import type { NumbersBetween } from '#server/queries/forms-on-file.ts'
import { isReadable } from '#server/queries/readable.ts'
import type { SqlValue } from '#server/storage/database.ts'
import { Parameters } from '#server/storage/parameters.ts'

export interface Statement {
  readonly sql: string
  readonly values: readonly SqlValue[]
}

/** A text of a person, never NULL, in SQL over the table `person`. */
export type LineCell = (answers: Answers) => string

const CELLS_OF_PART = 160
/** To plan a statement of hundreds of columns twice takes longer than to work on few people. */
const PEOPLE_WORTH_TWO = 4_096

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
  { between, ...population }: Population,
  { separator, end }: LineShape,
  cells: readonly LineCell[],
): Statement {
  const parameters = new Parameters()
  const linesOf = (some: NumbersBetween | undefined) => {
    const parts = partsOf(cells).map((cellsOfPart, place) => {
      const answers = new Answers(some ? { ...population, between: some } : population, null, parameters)
      const line = `concat_ws(${separator}, ${cellsOfPart.map((cell) => cell(answers)).join(', ')})`
      const where = place === 0 ? ` WHERE ${isReadable(population.reader, parameters)}` : ''
      return `(${answers.tables()} SELECT individual_no, ${line} AS line FROM person${where}) p${place}`
    })
    const line = `concat_ws(${separator}, ${parts.map((_, place) => `p${place}.line`).join(', ')})`
    const [first = '', ...others] = parts
    const from = [first, ...others.map((other) => `JOIN ${other} USING (individual_no)`)].join('\n')
    return `SELECT individual_no, encode(${line} || ${end}) AS line FROM ${from}`
  }
  return {
    sql: `SELECT line FROM (${halvesOf(between).map(linesOf).join('\nUNION ALL\n')}) ORDER BY individual_no`,
    values: parameters.values,
  }
}

/** The database works on the tables of so many people with one core; on two halves of them it works with two. */
function halvesOf(between: NumbersBetween | undefined): (NumbersBetween | undefined)[] {
  if (!between) return [undefined]
  const [first, last] = between
  if (last - first < PEOPLE_WORTH_TWO) return [between]
  const middle = Math.floor((first + last) / 2)
  return [
    [first, middle],
    [middle + 1, last],
  ]
}

function partsOf(cells: readonly LineCell[]): LineCell[][] {
  return Array.from({ length: Math.ceil(cells.length / CELLS_OF_PART) }, (_, place) =>
    cells.slice(place * CELLS_OF_PART, (place + 1) * CELLS_OF_PART),
  )
}
