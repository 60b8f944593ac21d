import { isCoded, type DataType } from '#domain/data-types.ts'
import type { ColumnDescription } from '#server/import/description.ts'
import type { OutsideValue } from '#server/import/report-types.ts'
import { answerOf } from '#server/import/missing.ts'
import { plainNumber } from '#server/import/plain-number.ts'
import { codesOf } from '#server/import/stored-answers.ts'

interface Cells {
  readonly file: string
  readonly variableName: string
  readonly cells: readonly string[]
  /** The line of each cell's row. */
  readonly lines: readonly number[]
}

/** Answers of a coded column that are none of its declared levels, with their lines. */
export function outsideLevels(column: Cells, description: ColumnDescription, dataType: DataType): OutsideValue[] {
  if (description.levels.size === 0 || !isCoded(dataType)) return []
  return collect(column, (cell) => codesOf(cell, description, dataType).filter((code) => !description.levels.has(code)))
}

/** Numbers outside the declared range, with their lines. */
export function outsideRange(column: Cells, description: ColumnDescription, dataType: DataType): OutsideValue[] {
  const { minimum, maximum } = description
  if (dataType !== 'numberrange') return []
  return collect(column, (cell) => {
    const answer = answerOf(cell)
    const number = answer === null ? null : plainNumber(answer)
    if (answer === null || number === null) return []
    const isOutside = (minimum !== null && number < minimum) || (maximum !== null && number > maximum)
    return isOutside ? [answer] : []
  })
}

function collect(column: Cells, outside: (cell: string) => string[]): OutsideValue[] {
  const lines = new Map<string, number[]>()
  const known = new Map<string, string[]>()
  column.cells.forEach((cell, index) => {
    const values = known.get(cell) ?? outside(cell)
    known.set(cell, values)
    for (const value of values) {
      const found = lines.get(value) ?? []
      found.push(column.lines[index] ?? 0)
      lines.set(value, found)
    }
  })
  const { file, variableName } = column
  return [...lines].map(([value, found]) => ({ file, variableName, value, lines: found }))
}
