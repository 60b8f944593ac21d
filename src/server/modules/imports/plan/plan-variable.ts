import { isCoded, type DataType } from '#domain/data-types.ts'
import { validationOf, type ColumnDescription } from '#server/modules/imports/source/description.ts'
import { answerNotes } from '#server/modules/imports/plan/answer-notes.ts'
import { MOST_DISTINCT, type CountedAnswers } from '#server/modules/imports/plan/count-answers.ts'
import { orderedCodes } from '#server/modules/imports/plan/levels.ts'
import { outsideLevels, outsideRange } from '#server/modules/imports/plan/outside-values.ts'
import { settleType } from '#server/modules/imports/plan/settle-type.ts'
import type { Problem } from '#server/modules/imports/source/problem.ts'
import type { Inference, OutsideValue } from '#server/modules/imports/plan/report-types.ts'
import type { SourceForm } from '#server/modules/imports/source/source-form.ts'
import type { Answer, StoredVariable } from '#server/modules/imports/source/store-types.ts'
import type { ColumnAnswers } from '#server/modules/imports/plan/visits.ts'
import { createAnswerReader } from '#server/modules/imports/plan/stored-answers.ts'

/** A variable ready to be stored, and what is to be told of it. */
export interface PlannedVariable {
  readonly variable: StoredVariable
  readonly inference: Inference | null
  readonly outsideLevels: readonly OutsideValue[]
  readonly outsideRange: readonly OutsideValue[]
  readonly notes: readonly Problem[]
}

/** Settles the type of one column of a form, and turns its cells into answers. */
export function planVariable(
  form: SourceForm,
  columnIndex: number,
  variableName: string,
  { chosen, answers: { own: answers, alike } }: { chosen: DataType | undefined; answers: ColumnAnswers },
): PlannedVariable | null {
  const column = form.columns[columnIndex]
  if (!column) return null
  const { file, rows } = form
  const { name } = column
  const { description, dataType, reason } = settleType(alike, column.description, chosen)
  const toStored = createAnswerReader(dataType, description)
  const validation = validationOf(description)
  const placed = { form, columnIndex, variableName }
  return {
    variable: {
      variableName,
      originalName: description.own?.OriginalName ?? name,
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
      item: description.own?.Item ?? '',
      observations: countStored(answers, toStored),
      answer: (place) => toStored(form.cell(rows[place]?.at ?? -1, columnIndex)),
    },
    inference: reason === null ? null : { file, variableName, dataType, reason },
    outsideLevels: outsideLevels(placed, description, dataType),
    outsideRange: outsideRange(placed, description, dataType),
    notes: answerNotes({ ...placed, answers, dataType, description }),
  }
}

function countStored(answers: CountedAnswers, toStored: (answer: string) => Answer): number {
  let stored = 0
  for (const [answer, count] of answers) if (toStored(answer) !== null) stored += count
  return stored
}

/** The declared codes; of a column that no dictionary describes those that were found. */
function possibleValues(
  { levels, own }: ColumnDescription,
  answers: CountedAnswers,
  toStored: (answer: string) => Answer,
): string[] {
  if (own) return own.PossibleValues
  if (levels.size > 0) return orderedCodes(levels.keys())
  // Where there are too many to be told apart, none is listed, and any of them is valid.
  if (answers.size >= MOST_DISTINCT) return []
  const found = new Set([...answers.keys()].map(toStored))
  return orderedCodes([...found].filter((answer) => typeof answer === 'string').sort())
}
