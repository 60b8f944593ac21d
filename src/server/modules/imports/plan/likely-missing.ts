import type { CountedAnswers } from '#server/modules/imports/plan/count-answers.ts'
import type { ColumnDescription } from '#server/modules/imports/source/description.ts'
import { plainNumber } from '#domain/data-types/number.ts'

/** Numbers that data sets commonly use as missing codes: -9, -99, 999 … */
const COMMON_NUMBER = /^(?:-(?:9{1,5}|8{1,5}|7{1,5})|9{2,5}|8{3,5}|7{3,5})(?:\.0+)?$/
/** Texts that data sets commonly use for a missing answer. */
const COMMON_TEXTS = new Set(['na', 'n.a.', '.', '-', '--', '?', 'nan', 'null', 'none', 'missing', 'unknown', '#n/a'])
/** A positive code stands out if it is so many times the largest other number. */
const STANDS_OUT = 1.2

/** Whether an answer could be a missing code by its text alone. */
export function isCommonCode(text: string): boolean {
  return COMMON_NUMBER.test(text)
}

/** Numbers of a column that look like missing codes: common ones that lie apart from the other numbers. */
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
    .filter(({ number }) => (number < 0 ? number < least : number > most && number > STANDS_OUT * most))
    .map(({ text }) => text)
}

/** The texts that keep a column from being a number, if all of them are common words for a missing answer. */
export function likelyMissingTexts(answers: CountedAnswers): string[] {
  const texts: string[] = []
  let numbers = 0
  for (const [text, count] of answers) {
    if (plainNumber(text) !== null) numbers += count
    else if (COMMON_TEXTS.has(text.toLowerCase())) texts.push(text)
    else return []
  }
  return numbers === 0 ? [] : texts
}
