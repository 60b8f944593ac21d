import { hasSeveralCodes, type DataType } from '#domain/data-types.ts'
import { CODES_SEPARATOR } from '#domain/data-types/category.ts'
import type { OwnDefinition } from '#server/model/variable-annotation.ts'

/** The description of one column, independent of the dictionary's format. */
export interface ColumnDescription {
  readonly question: string
  readonly explicitContext: string
  readonly implicitContext: string
  /** The meaning of each code; empty without levels. */
  readonly levels: ReadonlyMap<string, string>
  /** The separator of several codes in one answer, or null for single codes. */
  readonly delimiter: string | null
  readonly units: string
  /** The declared data type, or null to infer it. */
  readonly dataType: DataType | null
  readonly section: string
  readonly minimum: number | null
  readonly maximum: number | null
  /** Declared missing codes. */
  readonly missing: readonly string[]
  /** The attributes that only our own dictionaries hold; null for other dictionaries. */
  readonly own: OwnDefinition | null
}

export function undescribed(name: string): ColumnDescription {
  return {
    question: name,
    explicitContext: '',
    implicitContext: '',
    levels: new Map(),
    delimiter: null,
    units: '',
    dataType: null,
    section: '',
    minimum: null,
    maximum: null,
    missing: [],
    own: null,
  }
}

/** A column that our own dictionary describes. */
export function describedByOwn(
  question: string,
  levels: ReadonlyMap<string, string>,
  own: OwnDefinition,
): ColumnDescription {
  return {
    ...undescribed(question),
    explicitContext: own.ExplicitContext,
    implicitContext: own.ImplicitContext,
    levels,
    delimiter: hasSeveralCodes(own.DataType) ? CODES_SEPARATOR : null,
    dataType: own.DataType,
    section: own.Section,
    own,
  }
}

/** The declared range in short and in words: `0..11` and "A number from 0 to 11, in months." Empty without a range. */
export function validationOf(description: ColumnDescription): { rule: string; words: string } {
  const { minimum, maximum, units, own } = description
  if (own) return { rule: own.AnswerValidation, words: own.AnswerValidationDescription }
  const inUnits = units === '' ? '' : `, in ${units}`
  if (minimum === null && maximum === null) return { rule: '', words: units === '' ? '' : `A number${inUnits}.` }
  const from = minimum === null ? '' : ` from ${minimum}`
  const to = maximum === null ? '' : ` to ${maximum}`
  return { rule: `${minimum ?? ''}..${maximum ?? ''}`, words: `A number${from}${to}${inUnits}.` }
}
