import { DATA_TYPES, isDateType, isFlag, isNumber, type DataType } from '#domain/data-types.ts'
import { codeReason, plainNumber } from '#domain/data-types/number.ts'
import { fits, inFiles } from '#server/model/data-types.ts'
import { DISTINCT_MAX, type CountedAnswers, levelOf } from '#server/modules/imports/plan/count-answers.ts'
import { isCommonText } from '#server/modules/imports/plan/likely-missing.ts'
import type { ColumnDescription } from '#server/modules/imports/source/source-form.ts'

/** The data type of a column and the reason; null where a dictionary declares it. */
export interface TypeInference {
  readonly dataType: DataType
  readonly reason: string | null
}

const MOST_CATEGORIES = 20

/**
 * The data type of a column: the declared one, if it loses no answer; else from the levels, or from the non-missing
 * answers.
 */
export function inferType(answers: CountedAnswers, description: ColumnDescription): TypeInference {
  const { dataType } = description
  if (dataType === null) return unnamedType(answers, description)
  const odd = unfitAnswer(answers, dataType, description)
  if (odd === null) return { dataType, reason: null }
  const found = unnamedType(answers, { ...description, levels: new Map() })
  return { ...found, reason: `${dataType} is declared, but "${odd}" is none; ${found.reason ?? ''}` }
}

/** An answer that the data type cannot hold, or null. */
export function unfitAnswer(
  answers: CountedAnswers,
  dataType: DataType,
  { levels }: Pick<ColumnDescription, 'levels'>,
): string | null {
  if (isNumber(dataType) && isMostlyNumbers(answers)) return null
  if (isDateType(dataType) && isMostlyDates(answers, isDateOrCode)) return null
  let flag: string | null = null
  for (const answer of answers.keys()) {
    if (!fits(answer, dataType)) return answer
    if (!isFlag(dataType)) continue
    // A flag is one code, stored when it is set.
    const code = levelOf(answer, levels) ?? answer
    if (flag !== null && flag !== code) return answer
    flag = code
  }
  return null
}

/** A number column may hold a few texts, reported and read as missing; a code such as 007 is not a number. */
function isMostlyNumbers(answers: CountedAnswers): boolean {
  let [numbers, others] = [0, 0]
  for (const [answer, count] of answers) {
    if (codeReason(answer) !== null) return false
    if (plainNumber(answer) === null) others += count
    else numbers += count
  }
  return numbers > others
}

/** A date with digits for a day that may not exist. */
const DATE_SHAPE = /^\d{4}-\d{1,2}-\d{1,2}$/

/** Whether a text has the form of a date and is no day of the calendar. */
export function isNoDay(answer: string): boolean {
  return DATE_SHAPE.test(answer) && !fits(answer, 'fuzzydate')
}

function isNoDayOrMissing(answer: string): boolean {
  return isNoDay(answer) || isCommonText(answer)
}

/** A column that a dictionary declares as dates may also hold codes of missing answers, such as -8. */
function isDateOrCode(answer: string): boolean {
  return isNoDayOrMissing(answer) || /^-\d{1,5}$/.test(answer) || /^[A-Z]{2,5}$/.test(answer)
}

/** Whether at least half of the answers are dates, and the others something that a column of dates may hold. */
function isMostlyDates(answers: CountedAnswers, mayHold: (answer: string) => boolean): boolean {
  let [dates, others] = [0, 0]
  for (const [answer, count] of answers) {
    if (fits(answer, 'fuzzydate')) dates += count
    else if (mayHold(answer)) others += count
    else return false
  }
  return dates >= others && dates > 0
}

function unnamedType(answers: CountedAnswers, description: ColumnDescription): TypeInference {
  return description.levels.size > 0 ? declaredType(answers, description) : inferredType(answers, description)
}

function declaredType(answers: CountedAnswers, { levels, delimiter }: ColumnDescription): TypeInference {
  // Several codes are stored joined by ";", so no code may contain it.
  const canJoin = delimiter === ';' || (every(answers, hasNoSemicolon) && [...levels.keys()].every(hasNoSemicolon))
  if (delimiter !== null && canJoin) return { dataType: 'multicategory', reason: null }
  if (levels.size > 1) return { dataType: 'categorical', reason: null }
  // A single tick is a flag only if the question has no other answer.
  return every(answers, (answer) => levelOf(answer, levels) !== null)
    ? { dataType: 'dichotomous', reason: null }
    : { dataType: 'categorical', reason: 'one level is declared, but there are other answers' }
}

function hasNoSemicolon(code: string): boolean {
  return !code.includes(';')
}

function inferredType(answers: CountedAnswers, { minimum, maximum, units }: ColumnDescription): TypeInference {
  if (answers.size === 0) {
    return minimum !== null || maximum !== null || units !== ''
      ? { dataType: 'numberrange', reason: 'no answers; units or a range of numbers are declared' }
      : { dataType: 'null', reason: 'no answers' }
  }
  for (const dataType of DATA_TYPES) {
    const { inferred } = inFiles(dataType)
    if (inferred !== undefined && every(answers, (answer) => fits(answer, dataType))) {
      return { dataType, reason: inferred }
    }
  }
  if (isMostlyDates(answers, isNoDayOrMissing)) {
    const isPartial = !every(answers, (answer) => !fits(answer, 'fuzzydate') || fits(answer, 'date'))
    return { dataType: isPartial ? 'fuzzydate' : 'date', reason: 'most answers are dates' }
  }
  let total = 0
  for (const count of answers.values()) total += count
  const { dataType, reason } = textOrCategorical(answers.size, total)
  return { dataType, reason: `${reason}${whyNotNumbers(answers, total)}` }
}

/** Without a list of them: there may be a million. */
function every(answers: CountedAnswers, holds: (answer: string) => boolean): boolean {
  for (const answer of answers.keys()) if (!holds(answer)) return false
  return true
}

function textOrCategorical(distinct: number, answers: number): { dataType: DataType; reason: string } {
  const atLeast = distinct >= DISTINCT_MAX ? 'at least ' : ''
  if (distinct > MOST_CATEGORIES) return { dataType: 'text', reason: `${atLeast}${distinct} distinct texts` }
  const reason = `${distinct} distinct among ${answers} ${answers === 1 ? 'answer' : 'answers'}`
  return { dataType: distinct * 2 > answers ? 'text' : 'categorical', reason }
}

/** Reported only where most answers are, or look like, numbers. */
function whyNotNumbers(answers: CountedAnswers, total: number): string {
  let odd = 0
  let example: string | null = null
  for (const [answer, count] of answers) {
    if (plainNumber(answer) !== null) continue
    const code = codeReason(answer)
    if (code !== null) return `; not numbers: "${answer}" has ${code}, so these are codes`
    example ??= answer
    odd += count
  }
  return odd * 2 < total ? `; not numbers: ${odd} such as "${example}"` : ''
}
