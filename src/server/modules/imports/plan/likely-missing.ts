import { plainNumber } from '#domain/data-types/number.ts'
import type { CountedAnswers } from '#server/modules/imports/plan/count-answers.ts'
import type { ColumnDescription } from '#server/modules/imports/source/source-form.ts'

/** Numbers in common use as missing codes: -9, -99, 999 … */
const COMMON_NUMBER = /^(?:-(?:9{1,5}|8{1,5}|7{1,5})|9{2,5}|8{3,5}|7{3,5})(?:\.0+)?$/
/** Texts in common use for a missing answer. */
const COMMON_TEXTS = new Set(['na', 'n.a.', '.', '-', '--', '?', 'nan', 'null', 'none', 'missing', 'unknown', '#n/a'])
/** A positive code is suspicious at this multiple of the largest other number. */
const OUTLIER_FACTOR = 1.2

/** Whether the text alone may be a missing code. */
export function isCommonCode(text: string): boolean {
  return COMMON_NUMBER.test(text)
}

/** Whether the text is a common word for a missing answer. */
export function isCommonText(text: string): boolean {
  return COMMON_TEXTS.has(text.toLowerCase())
}

/** Likely missing codes of a number column: common codes outside the range of the other numbers. */
export function likelyMissing(
  answers: CountedAnswers,
  { minimum, maximum }: Pick<ColumnDescription, 'minimum' | 'maximum'>,
): string[] {
  const common: { text: string; number: number }[] = []
  let [least, most] = [minimum ?? Infinity, maximum ?? -Infinity]
  for (const text of answers.keys()) {
    const number = plainNumber(text)
    if (number === null) continue
    if (isCommonCode(text)) common.push({ text, number })
    else [least, most] = [Math.min(least, number), Math.max(most, number)]
  }
  if (least > most) return []
  return common
    .filter(({ number }) => (number < 0 ? number < least : number > most && number > OUTLIER_FACTOR * most))
    .map(({ text }) => text)
}

/** The texts in a number column, if all of them are common words for missing. */
export function likelyMissingTexts(answers: CountedAnswers): string[] {
  const texts: string[] = []
  let numbers = 0
  for (const [text, count] of answers) {
    if (plainNumber(text) !== null) numbers += count
    else if (isCommonText(text)) texts.push(text)
    else return []
  }
  return numbers === 0 ? [] : texts
}
