import { isCoded, type DataType } from '#domain/data-types.ts'
import type { ColumnDescription } from '#server/modules/imports/source/description.ts'
import type { OutsideValue } from '#server/modules/imports/plan/report-types.ts'
import { answerOf } from '#server/modules/imports/source/missing.ts'
import { plainNumber } from '#server/modules/imports/source/plain-number.ts'
import type { SourceForm } from '#server/modules/imports/source/source-form.ts'
import { MOST_DISTINCT } from '#server/modules/imports/plan/count-answers.ts'
import { codesOf } from '#server/modules/imports/plan/stored-answers.ts'

interface Column {
  readonly form: SourceForm
  readonly columnIndex: number
  readonly variableName: string
}

/** Answers of a coded column that are none of its declared levels, with their lines. */
export function outsideLevels(column: Column, description: ColumnDescription, dataType: DataType): OutsideValue[] {
  if (description.levels.size === 0 || !isCoded(dataType)) return []
  return collect(column, (cell) => codesOf(cell, description, dataType).filter((code) => !description.levels.has(code)))
}

/** Numbers outside the declared range, with their lines. */
export function outsideRange(column: Column, description: ColumnDescription, dataType: DataType): OutsideValue[] {
  const { minimum, maximum } = description
  if (dataType !== 'numberrange' || (minimum === null && maximum === null)) return []
  return collect(column, (cell) => {
    const answer = answerOf(cell)
    const number = answer === null ? null : plainNumber(answer)
    if (answer === null || number === null) return []
    const isOutside = (minimum !== null && number < minimum) || (maximum !== null && number > maximum)
    return isOutside ? [answer] : []
  })
}

function collect({ form, columnIndex, variableName }: Column, outside: (cell: string) => string[]): OutsideValue[] {
  const lines = new Map<string, number[]>()
  const known = new Map<string, string[]>()
  for (const { at, line } of form.rows) {
    const cell = form.cell(at, columnIndex)
    const values = known.get(cell) ?? outside(cell)
    if (known.size < MOST_DISTINCT) known.set(cell, values)
    for (const value of values) {
      const found = lines.get(value) ?? []
      found.push(line)
      lines.set(value, found)
    }
  }
  return [...lines].map(([value, found]) => ({ file: form.file, variableName, value, lines: found }))
}
