import { DATA_TYPES, descriptorOf, type DataType } from '#domain/data-types.ts'
import { completeDate, dateInterval } from '#domain/data-types/date.ts'
import { plainNumber } from '#domain/data-types/number.ts'

/** An answer as it is stored; of a date its text, from which the interval follows. Null is unknown. */
export type StoredAnswer = string | number | null

/** How files write and name a data type: the part of its descriptor that only the server needs. */
interface DataTypeInFiles {
  /** Names of the type in other dictionaries. */
  readonly aliases?: readonly string[]
  /** Whether a text can be an answer; without it `read` decides. */
  readonly fits?: (answer: string) => boolean
  /** Stored form of a text; null if it is no answer. Default: the text itself. Coded types use their levels. */
  readonly read?: (answer: string) => StoredAnswer
  /** Reason shown if the type is inferred since all answers fit; absent if it is never inferred. */
  readonly inferred?: string
  /** A column of texts may be of this type although its answers look like numbers or dates of another form. */
  readonly isFallback?: boolean
  /** Free text, which often holds commas, quotes or line breaks. */
  readonly isProse?: boolean
  /** Cells of REDCap's data dictionary. */
  readonly redcap?: {
    /** Field types and validations that are read as this type. */
    readonly fieldTypes?: readonly string[]
    readonly validations?: RegExp
    /** The cells written for a column of this type. */
    readonly validation?: string
    readonly isIdentifier?: boolean
  }
}

const IN_FILES: Readonly<Record<DataType, DataTypeInFiles>> = {
  categorical: { isFallback: true },
  dichotomous: { aliases: ['flag'] },
  multicategory: { aliases: ['checkbox'] },
  numberrange: {
    aliases: ['number', 'numeric', 'integer', 'float', 'slider'],
    read: plainNumber,
    inferred: 'all answers are numbers',
    redcap: { fieldTypes: ['slider', 'calc'], validations: /^(number|integer)/, validation: 'number' },
  },
  date: {
    read: completeDate,
    fits: (answer) => completeDate(answer)?.includes('U') === false,
    inferred: 'all answers are dates',
    redcap: { validation: 'date_ymd' },
  },
  fuzzydate: {
    aliases: ['year'],
    read: completeDate,
    inferred: 'all answers are dates, some of them partial',
    redcap: { validations: /^date_/ },
  },
  identifier: { redcap: { isIdentifier: true } },
  text: { aliases: ['string'], isFallback: true, isProse: true, redcap: { fieldTypes: ['notes'] } },
  null: { isFallback: true },
}

/** The file side of a data type; empty for an unknown type. */
export function inFiles(dataType: string): DataTypeInFiles {
  const known = DATA_TYPES.find((one) => one === dataType)
  return known === undefined ? {} : IN_FILES[known]
}

/** Whether a column of that type can hold an answer. */
export function fits(answer: string, dataType: DataType): boolean {
  const { fits, read } = IN_FILES[dataType]
  return fits?.(answer) ?? (read === undefined || read(answer) !== null)
}

/** A column of a form's wide table. */
export interface StoredColumn {
  readonly name: string
  readonly type: 'FLOAT8' | 'TEXT' | 'DATE'
  readonly toValue: (answer: StoredAnswer) => StoredAnswer
}

/** The columns that a variable's answers take: one; of a date three, its text and the ends of its interval. */
export function storedColumns(name: string, dataType: string): StoredColumn[] {
  const kind = descriptorOf(dataType)?.kind
  const valueColumn: StoredColumn = { name, type: kind === 'number' ? 'FLOAT8' : 'TEXT', toValue: (answer) => answer }
  const end = (which: 'first' | 'last'): StoredColumn => ({
    name: `${name}__${which}`,
    type: 'DATE',
    toValue: (answer) => {
      if (typeof answer !== 'string') return null
      return answer.includes('U') ? (dateInterval(answer)?.[which] ?? null) : answer
    },
  })
  return kind === 'date' ? [valueColumn, end('first'), end('last')] : [valueColumn]
}
