import { CODES_SEPARATOR, type DataType } from '#domain/data-types.ts'
import type { ColumnDescription } from '#server/modules/imports/source/description.ts'
import { levelOf } from '#server/modules/imports/plan/levels.ts'
import { answerOf } from '#server/modules/imports/source/missing.ts'
import { completeDate } from '#server/modules/imports/source/partial-date.ts'
import { plainNumber } from '#server/modules/imports/source/plain-number.ts'
import type { Answer } from '#server/modules/imports/source/store-types.ts'

/** The codes of one cell of a coded column, normalised to declared levels. */
export function codesOf(cell: string, { levels, delimiter }: ColumnDescription, dataType: DataType): string[] {
  const answer = answerOf(cell)
  if (answer === null) return []
  const parts = dataType === 'multicategory' && delimiter !== null ? answer.split(delimiter) : [answer]
  return parts.flatMap((part) => answerOf(part) ?? []).map((part) => levelOf(part, levels) ?? part)
}

/** Most columns hold few distinct texts: cache their conversion, up to a limit. */
const CACHED_MAX = 1_000

/** Converts the cells of a column to stored answers. */
export function createAnswerReader(dataType: DataType, description: ColumnDescription): (cell: string) => Answer {
  const known = new Map<string, Answer>()
  return (cell) => {
    const before = known.get(cell)
    if (before !== undefined) return before
    const answer = storedAnswer(cell, dataType, description)
    if (known.size < CACHED_MAX) known.set(cell, answer)
    return answer
  }
}

function storedAnswer(cell: string, dataType: DataType, description: ColumnDescription): Answer {
  const answer = answerOf(cell)
  if (answer === null) return null
  switch (dataType) {
    case 'numberrange':
      return plainNumber(answer)
    case 'date':
    case 'fuzzydate':
      return completeDate(answer)
    case 'categorical':
    case 'dichotomous':
    case 'multicategory':
      return [...new Set(codesOf(cell, description, dataType))].sort().join(CODES_SEPARATOR) || null
    default:
      return answer
  }
}
