import { hasSeveralCodes, type DataType } from '#domain/data-types.ts'
import { CODES_SEPARATOR } from '#domain/data-types/category.ts'
import type { OwnDefinition } from '#server/model/variable-annotation.ts'
import type { Problem } from '#server/modules/imports/source/problem.ts'
import type { Participant } from '#server/modules/imports/source/store-types.ts'
import type { TableUse } from '#server/modules/imports/source/table-account.ts'

/** A form as a format's reader returns it, before types and names are decided. */
export interface SourceForm {
  readonly file: string
  readonly instrument: string
  readonly title: string
  /** From a dictionary; else derived from the existing forms. */
  readonly version?: string
  readonly isParticipants: boolean
  readonly columns: readonly SourceColumn[]
  readonly rows: readonly SourceRow[]
  /** The cell in a row's column; `offset` is the row's. */
  readonly cell: (offset: number, column: number) => string
  /** How many filled cells of the file an answer stands for; by default its own. */
  readonly cellsBehind?: (offset: number, column: number) => number
  /** How often each declared missing code was read. */
  readonly missing?: ReadonlyMap<string, number>
}

interface SourceColumn {
  readonly name: string
  readonly description: ColumnDescription
  /** The column of the file of which this is one visit; all visits share a data type. */
  readonly visitOf?: string
}

/** One participant's row. */
export interface SourceRow {
  readonly line: number
  readonly individualId: string
  readonly offset: number
}

export interface SourceDataSet {
  readonly participants: readonly Participant[]
  readonly forms: readonly SourceForm[]
  /** Whether there are dictionaries only, and no table of participants. */
  readonly isCatalogAlone: boolean
  readonly refused: readonly Problem[]
  readonly notes: readonly Problem[]
  readonly uses: readonly TableUse[]
  readonly filesRead: readonly string[]
  readonly filesLeftOut: readonly string[]
  readonly found: Pick<FoundInFiles, 'missing' | 'events'>
}

/** What the files of an import say about themselves, which later imports of the study begin with. */
export interface FoundInFiles {
  /** The missing codes that dictionaries declare, by `TABLE:COLUMN` in lower case. */
  readonly missing: ReadonlyMap<string, readonly string[]>
  /** The column of the ids, by table. */
  readonly idColumns: ReadonlyMap<string, string>
  /** The events of a REDCap project, in their order. */
  readonly events: readonly string[]
}

/** Restores the forms that our own dictionary describes. */
export function ownForms(forms: readonly SourceForm[]): SourceForm[] {
  const parts = new Map<string, { form: SourceForm; places: number[] }>()
  for (const form of forms) {
    if (form.columns.length === 0) parts.set(JSON.stringify([form.file, form.instrument]), { form, places: [] })
    for (const [place, { description }] of form.columns.entries()) {
      const { definition } = description
      const key = JSON.stringify(
        definition ? [form.file, definition.Instrument, definition.Version] : [form.file, form.instrument],
      )
      const part = parts.get(key) ?? { form: definition ? named(form, definition) : form, places: [] }
      part.places.push(place)
      parts.set(key, part)
    }
  }
  return [...parts.values()].map(({ form, places }) => ({
    ...form,
    columns: places.flatMap((place) => form.columns[place] ?? []),
    cell: (offset, column) => form.cell(offset, places[column] ?? -1),
    ...(form.cellsBehind && {
      cellsBehind: (offset, column) => form.cellsBehind?.(offset, places[column] ?? -1) ?? 0,
    }),
  }))
}

function named(
  form: SourceForm,
  definition: { readonly Instrument: string; readonly Version: string; readonly FormTitle: string },
): SourceForm {
  return { ...form, instrument: definition.Instrument, version: definition.Version, title: definition.FormTitle }
}

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
  readonly definition: OwnDefinition | null
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
    definition: null,
  }
}

/** A column that our own dictionary describes. */
export function describedByOwn(
  question: string,
  levels: ReadonlyMap<string, string>,
  definition: OwnDefinition,
): ColumnDescription {
  return {
    ...undescribed(question),
    explicitContext: definition.ExplicitContext,
    implicitContext: definition.ImplicitContext,
    levels,
    delimiter: hasSeveralCodes(definition.DataType) ? CODES_SEPARATOR : null,
    dataType: definition.DataType,
    section: definition.Section,
    definition,
  }
}

/** The declared range in short and in words: `0..11` and "A number from 0 to 11, in months." Empty without a range. */
export function validationOf(description: ColumnDescription): { rule: string; words: string } {
  const { minimum, maximum, units, definition } = description
  if (definition) return { rule: definition.AnswerValidation, words: definition.AnswerValidationDescription }
  const inUnits = units === '' ? '' : `, in ${units}`
  if (minimum === null && maximum === null) return { rule: '', words: units === '' ? '' : `A number${inUnits}.` }
  const from = minimum === null ? '' : ` from ${minimum}`
  const to = maximum === null ? '' : ` to ${maximum}`
  return { rule: `${minimum ?? ''}..${maximum ?? ''}`, words: `A number${from}${to}${inUnits}.` }
}
