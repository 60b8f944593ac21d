import { hasSeveralCodes, isCoded, type DataType } from '#domain/data-types.ts'
import { CODES_SEPARATOR } from '#domain/data-types/category.ts'
import type { ColumnDescription } from '#server/modules/imports/source/description.ts'
import { levelOf } from '#server/modules/imports/plan/count-answers.ts'
import { answerOf } from '#server/modules/imports/source/problem.ts'
import { inFiles, type StoredAnswer } from '#server/model/data-types.ts'

/** The codes of one cell of a coded column, normalised to declared levels. */
export function codesOf(cell: string, { levels, delimiter }: ColumnDescription, dataType: DataType): string[] {
  const answer = answerOf(cell)
  if (answer === null) return []
  const parts = hasSeveralCodes(dataType) && delimiter !== null ? answer.split(delimiter) : [answer]
  return parts.flatMap((part) => answerOf(part) ?? []).map((part) => levelOf(part, levels) ?? part)
}

/** Most columns hold few distinct texts: cache their conversion, up to a limit. */
const CACHED_MAX = 1_000

/** What a column's cells are stored as, by its data type. */
export function createAnswerReader(dataType: DataType, description: ColumnDescription): (cell: string) => StoredAnswer {
  const known = new Map<string, StoredAnswer>()
  return (cell) => {
    const before = known.get(cell)
    if (before !== undefined) return before
    const answer = storedAnswer(cell, dataType, description)
    if (known.size < CACHED_MAX) known.set(cell, answer)
    return answer
  }
}

function storedAnswer(cell: string, dataType: DataType, description: ColumnDescription): StoredAnswer {
  const answer = answerOf(cell)
  if (answer === null) return null
  if (isCoded(dataType)) {
    return [...new Set(codesOf(cell, description, dataType))].sort().join(CODES_SEPARATOR) || null
  }
  const { read } = inFiles(dataType)
  return read ? read(answer) : answer
}
