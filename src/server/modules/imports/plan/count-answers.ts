import { DATA_TYPES } from '#domain/data-types.ts'
import { dateInterval, hasTime } from '#domain/data-types/date.ts'
import { codeReason, plainNumber } from '#domain/data-types/number.ts'
import { fits } from '#server/model/data-types.ts'
import { isCommonCode } from '#server/modules/imports/plan/likely-missing.ts'
import { problemAt, type Problem, answerOf } from '#server/modules/imports/source/problem.ts'
import type { ColumnDescription, SourceForm } from '#server/modules/imports/source/source-form.ts'

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
  for (const { offset } of rows) {
    const answer = answerOf(cell(offset, column))
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
    const kind = plainKindOf(text, description) ?? kindOf(text, description)
    const example = examples.get(kind) ?? text
    examples.set(kind, example)
    return example
  }
}

const PLAIN_NUMBER = /^-?[1-9]\d{0,14}(?:\.\d+)?$/
const PLAIN_DAY = /^\d{4}-\d\d-\d\d$/

/** The kind of the commonest texts, which a column may have by the million; null for others. */
function plainKindOf(text: string, { levels }: ColumnDescription): string | null {
  if (levels.size > 0) return null
  if (PLAIN_NUMBER.test(text)) return 'number'
  return PLAIN_DAY.test(text) && dateInterval(text) !== null ? 'day' : null
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

const FORMULA = /^\s*(?:[=@＝＠]|[-+－＋][^\d.,]*\()/

/**
 * Whether a spreadsheet would read the text as a formula (CSV injection): "=1+1" or "@SUM(A1)", but not "-1" or "+".
 */
function isFormulaLike(text: string): boolean {
  return FORMULA.test(text)
}

/** Reports answers that look like formulas; they are stored unchanged. */
export function formulaNote(
  { file, rows, cell }: SourceForm,
  column: number,
  variableName: string,
  texts: Iterable<string>,
): Problem | null {
  const found = new Set<string>()
  for (const text of texts) if (isFormulaLike(text)) found.add(text)
  if (found.size === 0) return null
  const first = rows.find(({ offset }) => found.has(cell(offset, column).trim()))
  const [example = ''] = found
  const text = `${variableName} has answers such as ${JSON.stringify(example)}, which a spreadsheet takes for formulas; they are kept as text.`
  return problemAt(file, first?.line ?? null, text)
}

/** The declared code of an answer, or null: the same text, or the only level of the same number ("1.0" is "1"). */
export function levelOf(answer: string, levels: ReadonlyMap<string, string>): string | null {
  if (levels.has(answer)) return answer
  const number = plainNumber(answer)
  if (number === null) return null
  const same = [...levels.keys()].filter((code) => plainNumber(code) === number)
  return same.length === 1 ? (same[0] ?? null) : null
}

/** Codes in numeric order where all are numbers, else in the order of appearance. */
export function orderedCodes(codes: Iterable<string>): string[] {
  const list = [...codes]
  const numbers = new Map(list.map((code) => [code, plainNumber(code)]))
  if ([...numbers.values()].includes(null)) return list
  return list.sort((a, b) => (numbers.get(a) ?? 0) - (numbers.get(b) ?? 0))
}
