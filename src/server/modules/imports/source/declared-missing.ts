import { plainNumber } from '#domain/data-types/number.ts'
import { type MissingCodes, missingCodesOf } from '#domain/imports/import-options.ts'
import { countOf } from '#domain/numbers.ts'
import { problemAt, type Problem } from '#server/modules/imports/source/problem.ts'
import type { ColumnDescription, SourceForm } from '#server/modules/imports/source/source-form.ts'
import { createLongPause } from '#server/platform/scheduling/yield.ts'

/** A form whose missing codes are blanked, and the number of such cells. */
export interface FormWithMissing {
  readonly form: SourceForm
  readonly notes: readonly Problem[]
}

/** Blanks the missing codes that the dictionary or the options declare. */
export async function withMissingCodes(form: SourceForm, codes: MissingCodes): Promise<FormWithMissing> {
  const matchers = form.columns.map(({ name, visitOf = name, description }) => {
    const named = [...new Set([name, visitOf])].flatMap((one) => missingCodesOf(codes, form.instrument, one))
    const declared = [...named, ...description.missing]
    return declared.length === 0 ? null : matcherOf(declared)
  })
  if (matchers.every((matcher) => matcher === null)) return { form, notes: [] }
  const pause = createLongPause()
  const counts: Map<string, number>[] = []
  for (const [place, isMissing] of matchers.entries()) {
    counts.push(isMissing ? countMissing(form, place, isMissing) : new Map())
    await pause()
  }
  const missing = new Map<string, number>()
  for (const [code, count] of counts.flatMap((ofColumn) => [...ofColumn]))
    missing.set(code, (missing.get(code) ?? 0) + count)
  return {
    form: {
      ...form,
      missing,
      cellsBehind: form.cellsBehind ?? ((offset, column) => Number(form.cell(offset, column).trim() !== '')),
      columns: form.columns.map((column, place) => {
        const isMissing = matchers[place]
        return isMissing ? { ...column, description: withoutLevels(column.description, isMissing) } : column
      }),
      cell: (offset, column) => {
        const cell = form.cell(offset, column)
        return cell !== '' && matchers[column]?.(cell) ? '' : cell
      },
    },
    notes: counts.flatMap((ofColumn, place) => missingNote(form, place, ofColumn)),
  }
}

/** The missing codes that dictionaries declare, by `TABLE:COLUMN` in lower case. */
export function declaredMissing(forms: readonly SourceForm[]): ReadonlyMap<string, readonly string[]> {
  const declared = forms.flatMap(({ instrument, columns }) =>
    columns.map(
      ({ name, visitOf = name, description }) =>
        [`${instrument}:${visitOf}`.toLowerCase(), description.missing] as const,
    ),
  )
  return new Map(declared.filter(([, codes]) => codes.length > 0))
}

/** A code matches by text or as a number: "-9.0" is "-9". */
export function matcherOf(codes: readonly string[]): (cell: string) => boolean {
  const texts = new Set(codes)
  const numbers = new Set(codes.map(plainNumber).filter((number) => number !== null))
  return (cell) => {
    const text = cell.trim()
    if (texts.has(text)) return true
    const number = numbers.size === 0 ? null : plainNumber(text)
    return number !== null && numbers.has(number)
  }
}

/** A missing code is not a level; its meaning is kept as context. */
function withoutLevels(description: ColumnDescription, isMissing: (cell: string) => boolean): ColumnDescription {
  const dropped = [...description.levels].filter(([code]) => isMissing(code))
  if (dropped.length === 0) return description
  const words = dropped.map(([code, meaning]) => (meaning === '' ? code : `${code} (${meaning})`)).join(', ')
  return {
    ...description,
    levels: new Map([...description.levels].filter(([code]) => !isMissing(code))),
    implicitContext: [description.implicitContext, `Missing: ${words}.`].filter(Boolean).join(' '),
  }
}

function countMissing(form: SourceForm, column: number, isMissing: (cell: string) => boolean): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { offset } of form.rows) {
    const cell = form.cell(offset, column).trim()
    if (cell !== '' && isMissing(cell)) counts.set(cell, (counts.get(cell) ?? 0) + 1)
  }
  return counts
}

function missingNote(form: SourceForm, column: number, counts: ReadonlyMap<string, number>): Problem[] {
  if (counts.size === 0) return []
  const words = [...counts].map(([code, count]) => `"${code}" ${countOf(count, 'time')}`).join(', ')
  return [problemAt(form.file, null, `${form.columns[column]?.name ?? ''}: read as missing: ${words}.`)]
}
