import { isCoded } from '#domain/data-types.ts'
import { validationOf, type ColumnDescription } from '#server/import/description.ts'
import { inferType } from '#server/import/infer-type.ts'
import { orderedCodes } from '#server/import/levels.ts'
import { answerOf } from '#server/import/missing.ts'
import { outsideLevels, outsideRange } from '#server/import/outside-values.ts'
import { isPresent } from '#server/import/present.ts'
import type { Inference, OutsideValue } from '#server/import/report-types.ts'
import type { SourceForm } from '#server/import/source-form.ts'
import type { Answer, StoredVariable } from '#server/import/store-types.ts'
import { storedAnswers } from '#server/import/stored-answers.ts'

/** A variable ready to be stored, and what is to be told of it. */
export interface PlannedVariable {
  readonly variable: StoredVariable
  readonly inference: Inference | null
  readonly outsideLevels: readonly OutsideValue[]
  readonly outsideRange: readonly OutsideValue[]
}

/** Settles the type of one column of a form, and turns its cells into answers. */
export function planVariable(form: SourceForm, columnIndex: number, variableName: string): PlannedVariable | null {
  const column = form.columns[columnIndex]
  if (!column) return null
  const { file, rows } = form
  const { description, name } = column
  const cells = rows.map((row) => row.cells[columnIndex] ?? '')
  const { dataType, reason } = inferType(cells.map(answerOf).filter(isPresent), description)
  const answers = storedAnswers(cells, dataType, description)
  const validation = validationOf(description)
  const placed = { file, variableName, cells, lines: rows.map((row) => row.line) }
  return {
    variable: {
      variableName,
      originalName: description.own?.OriginalName ?? name,
      dataType,
      question: description.question,
      explicitContext: description.explicitContext,
      implicitContext: description.implicitContext,
      possibleValues: isCoded(dataType) ? possibleValues(description, answers) : [],
      valueMapping: Object.fromEntries([...description.levels].filter(([, meaning]) => meaning !== '')),
      answerValidation: validation.rule,
      answerValidationDesc: validation.words,
      section: description.section,
      tocPage: '',
      item: description.own?.Item ?? '',
      answers,
    },
    inference: reason === null ? null : { file, variableName, dataType, reason },
    outsideLevels: outsideLevels(placed, description, dataType),
    outsideRange: outsideRange(placed, description, dataType),
  }
}

/** The declared codes; of a column that no dictionary describes those that were found. */
function possibleValues({ levels, own }: ColumnDescription, answers: readonly Answer[]): string[] {
  if (own) return own.PossibleValues
  if (levels.size > 0) return orderedCodes(levels.keys())
  return orderedCodes([...new Set(answers.filter((answer) => typeof answer === 'string'))].sort())
}
