import type { DataType } from '#domain/data-types.ts'
import type { ColumnDescription } from '#server/import/description.ts'
import { levelOf } from '#server/import/levels.ts'
import { completeDate } from '#server/import/partial-date.ts'
import { codeReason, plainNumber } from '#server/import/plain-number.ts'

/** A column's data type and why; `reason` is null where the dictionary says it. */
export interface TypeInference {
  readonly dataType: DataType
  readonly reason: string | null
}

const MOST_CATEGORIES = 20

/**
 * The data type of a column: the one that the dictionary names, as long as it loses no answer; else from its declared
 * levels, or from its answers (the missing ones left out).
 */
export function inferType(answers: readonly string[], description: ColumnDescription): TypeInference {
  const { dataType } = description
  if (dataType === null) return unnamedType(answers, description)
  const odd = answers.find((answer) => !fits(answer, dataType))
  if (odd === undefined) return { dataType, reason: null }
  const found = unnamedType(answers, { ...description, levels: new Map() })
  return { ...found, reason: `${dataType} is declared, but "${odd}" is none; ${found.reason ?? ''}` }
}

function fits(answer: string, dataType: DataType): boolean {
  if (dataType === 'numberrange') return plainNumber(answer) !== null
  if (dataType === 'date') return completeDate(answer)?.includes('U') === false
  return dataType !== 'fuzzydate' || completeDate(answer) !== null
}

function unnamedType(answers: readonly string[], description: ColumnDescription): TypeInference {
  return description.levels.size > 0 ? declaredType(answers, description) : inferredType(answers, description)
}

function declaredType(answers: readonly string[], { levels, delimiter }: ColumnDescription): TypeInference {
  // Several codes are stored joined by ";", so none may hold one itself.
  const canJoin = delimiter === ';' || ![...levels.keys(), ...answers].some((code) => code.includes(';'))
  if (delimiter !== null && canJoin) return { dataType: 'multicategory', reason: null }
  if (levels.size > 1) return { dataType: 'categorical', reason: null }
  // A lone tick; but a question that was answered otherwise too is no flag.
  return answers.every((answer) => levelOf(answer, levels) !== null)
    ? { dataType: 'dichotomous', reason: null }
    : { dataType: 'categorical', reason: 'one level is declared, but there are other answers' }
}

function inferredType(answers: readonly string[], { minimum, maximum, units }: ColumnDescription): TypeInference {
  if (answers.length === 0) {
    return minimum !== null || maximum !== null || units !== ''
      ? { dataType: 'numberrange', reason: 'no answers; units or a range of numbers are declared' }
      : { dataType: 'null', reason: 'no answers' }
  }
  const distinct = [...new Set(answers)]
  const odd = new Set(distinct.filter((answer) => plainNumber(answer) === null))
  if (odd.size === 0) return { dataType: 'numberrange', reason: 'all answers are numbers' }
  const dates = distinct.map(completeDate)
  if (dates.every((date) => date !== null)) {
    return dates.some((date) => date.includes('U'))
      ? { dataType: 'fuzzydate', reason: 'all answers are dates, some of them partial' }
      : { dataType: 'date', reason: 'all answers are dates' }
  }
  const { dataType, reason } = textOrCategorical(distinct.length, answers.length)
  const oddAnswers = answers.filter((answer) => odd.has(answer))
  return { dataType, reason: `${reason}${whyNotNumbers(oddAnswers, answers.length)}` }
}

function textOrCategorical(distinct: number, answers: number): { dataType: DataType; reason: string } {
  if (distinct > MOST_CATEGORIES) return { dataType: 'text', reason: `${distinct} distinct texts` }
  const reason = `${distinct} distinct among ${answers} ${answers === 1 ? 'answer' : 'answers'}`
  return { dataType: distinct * 2 > answers ? 'text' : 'categorical', reason }
}

/** Said only where somebody might expect numbers: most of the answers are, or look like, numbers. */
function whyNotNumbers(odd: readonly string[], answers: number): string {
  const [example = ''] = odd
  const code = odd.find((answer) => codeReason(answer) !== null)
  if (code !== undefined) return `; not numbers: "${code}" has ${codeReason(code)}, so these are codes`
  return odd.length * 2 < answers ? `; not numbers: ${odd.length} such as "${example}"` : ''
}
