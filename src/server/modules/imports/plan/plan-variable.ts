import { hasSeveralCodes, isCoded, isNumber, type DataType } from '#domain/data-types.ts'
import { CODES_SEPARATOR } from '#domain/data-types/category.ts'
import { plainNumber } from '#domain/data-types/number.ts'
import { type StoredAnswer, inFiles } from '#server/model/data-types.ts'
import { answerNotes, noDays } from '#server/modules/imports/plan/answer-notes.ts'
import {
  DISTINCT_MAX,
  type CountedAnswers,
  orderedCodes,
  countAnswers,
  levelOf,
} from '#server/modules/imports/plan/count-answers.ts'
import { inferType, unfitAnswer, type TypeInference } from '#server/modules/imports/plan/infer-type.ts'
import type { Inference, OutsideValue } from '#server/modules/imports/plan/report.ts'
import { type Problem, answerOf } from '#server/modules/imports/source/problem.ts'
import { validationOf, type ColumnDescription, type SourceForm } from '#server/modules/imports/source/source-form.ts'
import type { StoredVariable } from '#server/modules/imports/source/store-types.ts'

/** A variable ready to store, with its messages. */
export interface PlannedVariable {
  readonly variable: StoredVariable
  /** Number of texts that the data type reads as missing. */
  readonly unfit: number
  readonly inference: Inference | null
  readonly outsideLevels: readonly OutsideValue[]
  readonly outsideRange: readonly OutsideValue[]
  readonly notes: readonly Problem[]
  /** Cells that the data type cannot hold and that are not missing: nothing is imported until they are settled. */
  readonly blocking: readonly Problem[]
}

/** Decides the type of a form's column, and converts its cells to stored answers. */
export function planVariable(
  form: SourceForm,
  columnIndex: number,
  variableName: string,
  { chosen, answers: { ofColumn: answers, alike } }: { chosen: DataType | undefined; answers: ColumnAnswers },
): PlannedVariable | null {
  const column = form.columns[columnIndex]
  if (!column) return null
  const { file, rows } = form
  const { name } = column
  const { description, dataType, reason } = settleType(alike, column.description, chosen)
  const toStored = createAnswerReader(dataType, description)
  const validation = validationOf(description)
  const placed = { form, columnIndex, variableName }
  const observations = countStored(answers, toStored)
  const counted = [...answers.values()].reduce((sum, count) => sum + count, 0)
  return {
    unfit: counted - observations,
    variable: {
      variableName,
      originalName: description.definition?.OriginalName ?? name,
      dataType,
      question: description.question,
      explicitContext: description.explicitContext,
      implicitContext: description.implicitContext,
      possibleValues: isCoded(dataType) ? possibleValues(description, alike, toStored) : [],
      valueMapping: Object.fromEntries([...description.levels].filter(([, meaning]) => meaning !== '')),
      answerValidation: validation.rule,
      answerValidationDesc: validation.words,
      section: description.section,
      tocPage: '',
      item: description.definition?.Item ?? '',
      observations,
      answer: (place) => toStored(form.cell(rows[place]?.offset ?? -1, columnIndex)),
    },
    inference: reason === null ? null : { file, variableName, dataType, reason },
    outsideLevels: outsideLevels(placed, description, dataType),
    outsideRange: outsideRange(placed, description, dataType),
    notes: answerNotes({ ...placed, answers, dataType, description }),
    blocking: noDays({ ...placed, answers, dataType, description }),
  }
}

function countStored(answers: CountedAnswers, toStored: (answer: string) => StoredAnswer): number {
  let stored = 0
  for (const [answer, count] of answers) if (toStored(answer) !== null) stored += count
  return stored
}

/** The declared codes; without a dictionary the codes found. */
function possibleValues(
  { levels, definition }: ColumnDescription,
  answers: CountedAnswers,
  toStored: (answer: string) => StoredAnswer,
): string[] {
  if (definition) return definition.PossibleValues
  if (levels.size > 0) return orderedCodes(levels.keys())
  // Beyond the maximum no code is listed, and all are valid.
  if (answers.size >= DISTINCT_MAX) return []
  const found = new Set([...answers.keys()].map(toStored))
  return orderedCodes([...found].filter((answer) => typeof answer === 'string').sort())
}

interface Column {
  readonly form: SourceForm
  readonly columnIndex: number
  readonly variableName: string
}

function outsideLevels(column: Column, description: ColumnDescription, dataType: DataType): OutsideValue[] {
  if (description.levels.size === 0 || !isCoded(dataType)) return []
  return collect(column, (cell) => codesOf(cell, description, dataType).filter((code) => !description.levels.has(code)))
}

/** Numbers outside the declared range, with their lines. */
function outsideRange(column: Column, description: ColumnDescription, dataType: DataType): OutsideValue[] {
  const { minimum, maximum } = description
  if (!isNumber(dataType) || (minimum === null && maximum === null)) return []
  return collect(column, (cell) => {
    const answer = answerOf(cell)
    const number = answer === null ? null : plainNumber(answer)
    if (answer === null || number === null) return []
    const isOutside = (minimum !== null && number < minimum) || (maximum !== null && number > maximum)
    return isOutside ? [answer] : []
  })
}

function collect({ form, columnIndex, variableName }: Column, outside: (cell: string) => string[]): OutsideValue[] {
  const lines = new Map<string, number[]>()
  const known = new Map<string, string[]>()
  for (const { offset, line } of form.rows) {
    const cell = form.cell(offset, columnIndex)
    const values = known.get(cell) ?? outside(cell)
    if (known.size < DISTINCT_MAX) known.set(cell, values)
    for (const value of values) {
      const found = lines.get(value) ?? []
      found.push(line)
      lines.set(value, found)
    }
  }
  return [...lines].map(([value, found]) => ({ file: form.file, variableName, value, lines: found }))
}

/** A column's final description and data type. */
interface SettledType extends TypeInference {
  readonly description: ColumnDescription
}

/** The data type that the user chose, if it loses no answer; else the inferred one. */
function settleType(
  answers: CountedAnswers,
  description: ColumnDescription,
  chosen: DataType | undefined,
): SettledType {
  if (chosen === undefined) return { description, ...inferType(answers, description) }
  const odd = unfitAnswer(answers, chosen, description)
  if (odd === null) return { description: withSeparator(description, chosen), dataType: chosen, reason: null }
  const found = inferType(answers, description)
  const otherwise = found.reason === null ? '' : `; ${found.reason}`
  return { description, ...found, reason: `${chosen} was chosen, but "${odd}" is none${otherwise}` }
}

/** Several codes of one answer are separated by ";", unless the dictionary declares another separator. */
function withSeparator(description: ColumnDescription, chosen: DataType): ColumnDescription {
  return hasSeveralCodes(chosen) && description.delimiter === null ? { ...description, delimiter: ';' } : description
}

/** A column's answers, and those of all visits of the question, which decide the data type. */
interface ColumnAnswers {
  readonly ofColumn: CountedAnswers
  readonly alike: CountedAnswers
}

/** Counts the answers of each column; visits of one question are also counted together. */
export function countsByColumn(form: SourceForm): (column: number) => ColumnAnswers {
  const visits = new Map<string, number[]>()
  for (const [place, { visitOf }] of form.columns.entries()) {
    if (visitOf !== undefined) visits.set(visitOf, [...(visits.get(visitOf) ?? []), place])
  }
  const known = new Map<string, CountedAnswers>()
  const count = (place: number): CountedAnswers => {
    const column = form.columns[place]
    return column ? countAnswers(form, place, column.description) : new Map()
  }
  return (place) => {
    const ofColumn = count(place)
    const visitOf = form.columns[place]?.visitOf
    if (visitOf === undefined) return { ofColumn, alike: ofColumn }
    const alike = known.get(visitOf) ?? together((visits.get(visitOf) ?? []).map(count))
    known.set(visitOf, alike)
    return { ofColumn, alike }
  }
}

function together(all: readonly CountedAnswers[]): CountedAnswers {
  const sums = new Map<string, number>()
  for (const counts of all) {
    for (const [answer, times] of counts) sums.set(answer, (sums.get(answer) ?? 0) + times)
  }
  return sums
}

/** The codes of one cell of a coded column, normalised to declared levels. */
function codesOf(cell: string, { levels, delimiter }: ColumnDescription, dataType: DataType): string[] {
  const answer = answerOf(cell)
  if (answer === null) return []
  const parts = hasSeveralCodes(dataType) && delimiter !== null ? answer.split(delimiter) : [answer]
  return parts.flatMap((part) => answerOf(part) ?? []).map((part) => levelOf(part, levels) ?? part)
}

/** Most columns hold few distinct texts: cache their conversion, up to a limit. */
const CACHED_MAX = 1_000

/** Converts a column's cells to stored answers, by its data type. */
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
