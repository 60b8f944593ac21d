import type { ColumnDescription } from '#server/modules/imports/source/description.ts'
import type { Problem } from '#server/modules/imports/source/problem.ts'
import type { Participant } from '#server/modules/imports/source/store-types.ts'

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
  /** The cell in a row's column; `at` is the row's offset. */
  readonly cell: (at: number, column: number) => string
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
  readonly at: number
}

export interface SourceDataSet {
  readonly participants: readonly Participant[]
  readonly forms: readonly SourceForm[]
  /** Whether there are dictionaries only, and no table of participants. */
  readonly isCatalogAlone: boolean
  readonly refused: readonly Problem[]
  readonly notes: readonly Problem[]
}

/** Restores the forms that our own dictionary describes. */
export function ownForms(forms: readonly SourceForm[]): SourceForm[] {
  const parts = new Map<string, { form: SourceForm; places: number[] }>()
  for (const form of forms) {
    if (form.columns.length === 0) parts.set(JSON.stringify([form.file, form.instrument]), { form, places: [] })
    for (const [place, { description }] of form.columns.entries()) {
      const { own } = description
      const key = JSON.stringify(own ? [form.file, own.Instrument, own.Version] : [form.file, form.instrument])
      const part = parts.get(key) ?? { form: own ? named(form, own) : form, places: [] }
      part.places.push(place)
      parts.set(key, part)
    }
  }
  return [...parts.values()].map(({ form, places }) => ({
    ...form,
    columns: places.flatMap((place) => form.columns[place] ?? []),
    cell: (at, column) => form.cell(at, places[column] ?? -1),
  }))
}

function named(
  form: SourceForm,
  own: { readonly Instrument: string; readonly Version: string; readonly FormTitle: string },
): SourceForm {
  return { ...form, instrument: own.Instrument, version: own.Version, title: own.FormTitle }
}
