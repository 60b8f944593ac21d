import { hasSeveralCodes, type DataType } from '#domain/data-types.ts'
import { CODES_SEPARATOR } from '#domain/data-types/category.ts'
import type { OwnDefinition } from '#server/model/variable-annotation.ts'

/** What a dictionary says of one column, whatever the dictionary's format. */
export interface ColumnDescription {
  readonly question: string
  readonly explicitContext: string
  readonly implicitContext: string
  /** The meaning of each code; empty where no levels are declared. */
  readonly levels: ReadonlyMap<string, string>
  /** What parts several codes of one answer, or null where an answer is one code. */
  readonly delimiter: string | null
  readonly units: string
  /** The data type that the dictionary names, or null where it follows from the levels or the answers. */
  readonly dataType: DataType | null
  readonly section: string
  readonly minimum: number | null
  readonly maximum: number | null
  /** Codes that the dictionary declares to be missing answers. */
  readonly missing: readonly string[]
  /** What our own catalog said of it, where the dictionary was written by it. */
  readonly own: OwnDefinition | null
}

/** A column of which no dictionary says anything: its name is the question. */
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

/** A column as our own catalog had it. */
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

/** The declared range in short and in words: `0..11` and "A number from 0 to 11, in months." Empty where none is. */
export function validationOf(description: ColumnDescription): { rule: string; words: string } {
  const { minimum, maximum, units, own } = description
  if (own) return { rule: own.AnswerValidation, words: own.AnswerValidationDescription }
  const inUnits = units === '' ? '' : `, in ${units}`
  if (minimum === null && maximum === null) return { rule: '', words: units === '' ? '' : `A number${inUnits}.` }
  const from = minimum === null ? '' : ` from ${minimum}`
  const to = maximum === null ? '' : ` to ${maximum}`
  return { rule: `${minimum ?? ''}..${maximum ?? ''}`, words: `A number${from}${to}${inUnits}.` }
}
