import type { DataType } from '#domain/data-types.ts'
import type { CountedAnswers } from '#server/modules/imports/plan/count-answers.ts'
import type { ColumnDescription } from '#server/modules/imports/source/description.ts'
import { inferType, oddAnswer, type TypeInference } from '#server/modules/imports/plan/infer-type.ts'

/** A column as it is to be read, and its data type. */
export interface SettledType extends TypeInference {
  readonly description: ColumnDescription
}

/** The data type that somebody chose for a column, as long as it loses no answer; else what follows without. */
export function settleType(
  answers: CountedAnswers,
  description: ColumnDescription,
  chosen: DataType | undefined,
): SettledType {
  if (chosen === undefined) return { description, ...inferType(answers, description) }
  const odd = oddAnswer(answers, chosen, description)
  if (odd === null) return { description: parted(description, chosen), dataType: chosen, reason: null }
  const found = inferType(answers, description)
  const otherwise = found.reason === null ? '' : `; ${found.reason}`
  return { description, ...found, reason: `${chosen} was chosen, but "${odd}" is none${otherwise}` }
}

/** Several codes of one answer are parted as we write them, where no dictionary says otherwise. */
function parted(description: ColumnDescription, chosen: DataType): ColumnDescription {
  return chosen === 'multicategory' && description.delimiter === null ? { ...description, delimiter: ';' } : description
}
