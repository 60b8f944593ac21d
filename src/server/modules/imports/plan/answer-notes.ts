import { isDateType, isNumber, type DataType } from '#domain/data-types.ts'
import { completeDate } from '#domain/data-types/date.ts'
import { plainNumber } from '#domain/data-types/number.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { inFiles } from '#server/model/data-types.ts'
import { type CountedAnswers, formulaNote } from '#server/modules/imports/plan/count-answers.ts'
import { isNoDay } from '#server/modules/imports/plan/infer-type.ts'
import { likelyMissing, likelyMissingTexts } from '#server/modules/imports/plan/likely-missing.ts'
import { problemAt, type Problem, isPresent, withMissing } from '#server/modules/imports/source/problem.ts'
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
const THOUSANDS = /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
/** Days that programs write for no date or an open end. */
const SENTINEL_DATES = new Set([
  '0001-01-01',
  '1800-01-01',
  '1900-01-01',
  '1970-01-01',
  '2099-12-31',
  '2999-12-31',
  '9999-12-31',
])

/** Notes on the answers of one column: not blocking, but perhaps unintended. */
export function answerNotes(column: NotedColumn): Problem[] {
  const { form, columnIndex, variableName, answers, dataType, description } = column
  const isText = inFiles(dataType).isFallback === true && description.levels.size === 0
  return [
    formulaNote(form, columnIndex, variableName, answers.keys()),
    isNumber(dataType) ? notNumbers(column) : null,
    isNumber(dataType) ? likelyCodes(column) : null,
    isDateType(dataType) ? notDates(column) : null,
    isDateType(dataType) ? sentinelDates(column) : null,
    ...(isText
      ? [
          likelyTexts(column),
          lookLike(column, OTHER_DATE, 'look like dates of another form; dates are written YYYY-MM-DD.'),
          lookLike(
            column,
            THOUSANDS,
            'look like numbers with a comma between thousands; numbers are written without it.',
          ) ??
            lookLike(
              column,
              DECIMAL_COMMA,
              'look like numbers with a decimal comma; numbers are written with a point.',
            ),
        ]
      : []),
  ].filter(isPresent)
}

function noteOf({ form, columnIndex, variableName }: NotedColumn, found: (text: string) => boolean, words: string) {
  const first = form.rows.find(({ offset }) => found(form.cell(offset, columnIndex).trim()))
  return problemAt(form.file, first?.line ?? null, `${variableName}: ${words}`)
}

function notNumbers(column: NotedColumn): Problem | null {
  return readAsMissing(column, (text) => plainNumber(text) === null, 'no numbers')
}

function notDates(column: NotedColumn): Problem | null {
  return readAsMissing(column, (text) => completeDate(text) === null && !isNoDay(text), 'no dates')
}

function readAsMissing(column: NotedColumn, isOdd: (text: string) => boolean, what: string): Problem | null {
  const odd = [...column.answers].filter(([text]) => isOdd(text))
  if (odd.length === 0) return null
  const named = odd.slice(0, TEXTS_LISTED_MAX).map(([text, count]) => `"${text}" (${countOf(count, 'time')})`)
  const more = odd.length > TEXTS_LISTED_MAX ? ` and ${formatCount(odd.length - TEXTS_LISTED_MAX)} more texts` : ''
  const texts = new Set(odd.map(([text]) => text))
  return noteOf(column, (text) => texts.has(text), `${named.join(', ')}${more}: ${what}; read as missing.`)
}

/** The cells of a column of dates that have the form of a date and are no day, which block an import. */
export function noDays({ form, columnIndex, variableName, answers, dataType }: NotedColumn): Problem[] {
  if (!isDateType(dataType)) return []
  const texts = new Set([...answers.keys()].filter(isNoDay))
  if (texts.size === 0) return []
  const column = form.columns[columnIndex]?.name ?? variableName
  return form.rows.flatMap(({ line, offset }) => {
    const text = form.cell(offset, columnIndex).trim()
    if (!texts.has(text)) return []
    const words = `${variableName}: "${text}" is no day of the calendar: correct it.`
    return [withMissing(problemAt(form.file, line, words), column, [text])]
  })
}

function sentinelDates(column: NotedColumn): Problem | null {
  const found = [...column.answers].filter(([text]) => SENTINEL_DATES.has(text))
  if (found.length === 0 || found.length === column.answers.size) return null
  const named = found.map(([text, count]) => `"${text}" ${countOf(count, 'time')}`).join(', ')
  const words = `${named} was kept: perhaps a word for no date.`
  const note = noteOf(column, (text) => SENTINEL_DATES.has(text), words)
  return withMissing(
    note,
    columnName(column),
    found.map(([text]) => text),
  )
}

function columnName({ form, columnIndex, variableName }: NotedColumn): string {
  return form.columns[columnIndex]?.name ?? variableName
}

function likelyCodes(column: NotedColumn): Problem | null {
  const codes = likelyMissing(column.answers, column.description)
  if (codes.length === 0) return null
  const named = codes.map((code) => `"${code}" ${countOf(column.answers.get(code) ?? 0, 'time')}`).join(', ')
  const words = `${named}, apart from the other numbers, was kept: perhaps a missing code.`
  return withMissing(
    noteOf(column, (text) => codes.includes(text), words),
    columnName(column),
    codes,
  )
}

function likelyTexts(column: NotedColumn): Problem | null {
  const texts = likelyMissingTexts(column.answers)
  if (texts.length === 0) return null
  const words = `all answers are numbers but ${texts.map((text) => `"${text}"`).join(', ')}.`
  return withMissing(
    noteOf(column, (text) => texts.includes(text), words),
    columnName(column),
    texts,
  )
}

function lookLike(column: NotedColumn, pattern: RegExp, words: string): Problem | null {
  const alike = [...column.answers].filter(([text]) => pattern.test(text))
  const count = alike.reduce((sum, [, times]) => sum + times, 0)
  const total = [...column.answers.values()].reduce((sum, times) => sum + times, 0)
  const [[example] = ['']] = alike
  if (count * 2 <= total) return null
  return noteOf(column, (text) => pattern.test(text), `answers such as "${example}" ${words}`)
}
