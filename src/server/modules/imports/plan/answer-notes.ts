import { isDateType, isNumber, type DataType } from '#domain/data-types.ts'
import { hasTime } from '#domain/data-types/date.ts'
import { plainNumber } from '#domain/data-types/number.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { inFiles } from '#server/model/data-types.ts'
import { type CountedAnswers, formulaNote } from '#server/modules/imports/plan/count-answers.ts'
import { likelyMissing, likelyMissingTexts } from '#server/modules/imports/plan/likely-missing.ts'
import { problemAt, type Problem, isPresent } from '#server/modules/imports/source/problem.ts'
import type { ColumnDescription, SourceForm } from '#server/modules/imports/source/source-form.ts'

interface NotedColumn {
  readonly form: SourceForm
  readonly columnIndex: number
  readonly variableName: string
  readonly answers: CountedAnswers
  readonly dataType: DataType
  readonly description: ColumnDescription
}

/** Texts that are quoted; of the others the number only. */
const TEXTS_LISTED_MAX = 3
const OTHER_DATE = /^\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d{2})$/
const DECIMAL_COMMA = /^[-+]?\d+,\d+$/

/** Notes on the answers of one column: not blocking, but perhaps unintended. */
export function answerNotes(column: NotedColumn): Problem[] {
  const { form, columnIndex, variableName, answers, dataType, description } = column
  const isText = inFiles(dataType).isFallback === true && description.levels.size === 0
  return [
    formulaNote(form, columnIndex, variableName, answers.keys()),
    isNumber(dataType) ? notNumbers(column) : null,
    isNumber(dataType) ? likelyCodes(column) : null,
    isDateType(dataType) ? timesLeftOut(column) : null,
    ...(isText
      ? [
          likelyTexts(column),
          lookLike(column, OTHER_DATE, 'look like dates of another form; dates are written YYYY-MM-DD.'),
          lookLike(column, DECIMAL_COMMA, 'look like numbers with a decimal comma; numbers are written with a point.'),
        ]
      : []),
  ].filter(isPresent)
}

function noteOf({ form, columnIndex, variableName }: NotedColumn, found: (text: string) => boolean, words: string) {
  const first = form.rows.find(({ offset }) => found(form.cell(offset, columnIndex).trim()))
  return problemAt(form.file, first?.line ?? null, `${variableName}: ${words}`)
}

function notNumbers(column: NotedColumn): Problem | null {
  const odd = [...column.answers].filter(([text]) => plainNumber(text) === null)
  if (odd.length === 0) return null
  const named = odd.slice(0, TEXTS_LISTED_MAX).map(([text, count]) => `"${text}" (${countOf(count, 'time')})`)
  const more = odd.length > TEXTS_LISTED_MAX ? ` and ${formatCount(odd.length - TEXTS_LISTED_MAX)} more texts` : ''
  const texts = new Set(odd.map(([text]) => text))
  return noteOf(column, (text) => texts.has(text), `${named.join(', ')}${more}: no numbers; read as missing.`)
}

function likelyCodes(column: NotedColumn): Problem | null {
  const codes = likelyMissing(column.answers, column.description)
  if (codes.length === 0) return null
  const named = codes.map((code) => `"${code}" ${countOf(column.answers.get(code) ?? 0, 'time')}`).join(', ')
  const option = `--missing=${codes.join(',')}`
  const words = `${named}, apart from the other numbers: perhaps a missing code, which ${option} declares; kept.`
  return noteOf(column, (text) => codes.includes(text), words)
}

function likelyTexts(column: NotedColumn): Problem | null {
  const texts = likelyMissingTexts(column.answers)
  if (texts.length === 0) return null
  const words = `all answers are numbers but ${texts.map((text) => `"${text}"`).join(', ')}: with --missing=${texts.join(',')} it is a number.`
  return noteOf(column, (text) => texts.includes(text), words)
}

function timesLeftOut(column: NotedColumn): Problem | null {
  const withTime = [...column.answers].filter(([text]) => hasTime(text))
  const count = withTime.reduce((sum, [, times]) => sum + times, 0)
  if (count === 0) return null
  const words = `the time of day of ${countOf(count, 'answer')} is left out; the type text keeps it.`
  return noteOf(column, hasTime, words)
}

function lookLike(column: NotedColumn, pattern: RegExp, words: string): Problem | null {
  const alike = [...column.answers].filter(([text]) => pattern.test(text))
  const count = alike.reduce((sum, [, times]) => sum + times, 0)
  const total = [...column.answers.values()].reduce((sum, times) => sum + times, 0)
  const [[example] = ['']] = alike
  if (count * 2 <= total) return null
  return noteOf(column, (text) => pattern.test(text), `answers such as "${example}" ${words}`)
}
