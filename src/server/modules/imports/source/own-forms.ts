import type { SourceForm } from '#server/modules/imports/source/source-form.ts'

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
