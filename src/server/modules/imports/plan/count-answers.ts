import { DATA_TYPES } from '#domain/data-types.ts'
import { fits } from '#server/model/data-types.ts'
import type { ColumnDescription } from '#server/modules/imports/source/description.ts'
import { isFormulaLike } from '#server/modules/imports/plan/formula-like.ts'
import { isCommonCode } from '#server/modules/imports/plan/likely-missing.ts'
import { levelOf } from '#server/modules/imports/plan/levels.ts'
import { answerOf } from '#server/modules/imports/source/missing.ts'
import { hasTime } from '#domain/data-types/date.ts'
import { codeReason } from '#domain/data-types/number.ts'
import type { SourceForm } from '#server/modules/imports/source/source-form.ts'

/** The distinct answers of a column without missing ones, with their frequencies. */
export type CountedAnswers = ReadonlyMap<string, number>

/** Maximum number of distinct texts; a column may have a million. */
export const DISTINCT_MAX = 10_000

/**
 * Counts the answers of a column. Beyond the maximum, a new text counts as an earlier text of the same type and level,
 * so that every check still sees each kind.
 */
export function countAnswers(
  { rows, cell }: SourceForm,
  column: number,
  description: ColumnDescription,
): CountedAnswers {
  const counts = new Map<string, number>()
  const examples = new Map<string, string>()
  for (const { at } of rows) {
    const answer = answerOf(cell(at, column))
    if (answer === null) continue
    const text = counts.size < DISTINCT_MAX || counts.has(answer) || isCommonCode(answer) ? answer : exampleFor(answer)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return counts

  function exampleFor(answer: string): string {
    if (examples.size === 0) for (const text of counts.keys()) remember(text)
    return remember(answer)
  }

  function remember(text: string): string {
    const kind = kindOf(text, description)
    const example = examples.get(kind) ?? text
    examples.set(kind, example)
    return example
  }
}

function kindOf(text: string, { levels, delimiter }: ColumnDescription): string {
  const isEmptyList = delimiter !== null && text.split(delimiter).every((part) => answerOf(part) === null)
  return [
    ...DATA_TYPES.map((dataType) => fits(text, dataType)),
    codeReason(text) !== null,
    levelOf(text, levels) !== null,
    text.includes(';'),
    isEmptyList,
    isFormulaLike(text),
    hasTime(text),
  ].join()
}
