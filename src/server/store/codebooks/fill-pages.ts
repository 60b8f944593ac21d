import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { createPause } from '#server/platform/scheduling/yield.ts'
import { layOut, createMeasure } from '#server/store/codebooks/draw-codebook.ts'
import { readCodebooks } from '#server/store/codebooks/read-codebook.ts'

/** The position of a variable in its form's codebook: file, page, and the contents page of its section. */
interface PlacedItem {
  readonly variableName: string
  readonly file: string
  readonly page: number
  readonly contentsPage: number
}

/**
 * Stores the codebook page of each variable. Call it in the transaction that changes the forms or the texts of their
 * items.
 */
export async function fillCodebookPages(connection: Connection): Promise<void> {
  await storePlaces(connection, await placeItems(connection))
}

/** Lays out the codebooks of all forms; writes nothing. */
async function placeItems(connection: Connection): Promise<PlacedItem[]> {
  const Form = v.object({ form_no: v.number(), instrument: v.string(), version: v.string() })
  const forms = await rowsOf(connection, Form, `SELECT form_no, instrument, version FROM form ORDER BY form_no`)
  const files = fileNames(forms)
  const measure = await createMeasure()
  const pause = createPause()
  const placed: PlacedItem[] = []
  for (const [formNo, codebook] of await readCodebooks(connection, sql`TRUE`)) {
    const { sections, pageOf } = await layOut(codebook, measure, pause)
    for (const [index, { items }] of codebook.sections.entries()) {
      for (const { variableName } of items) {
        placed.push({
          variableName,
          file: files.get(formNo) ?? '',
          page: pageOf.get(variableName) ?? 0,
          contentsPage: sections[index]?.contentsPage ?? 0,
        })
      }
    }
  }
  return placed
}

async function storePlaces(connection: Connection, placed: readonly PlacedItem[]): Promise<void> {
  const list = (value: (item: PlacedItem) => string) => sql`unnest(CAST(${placed.map(value)} AS VARCHAR[]))`
  // Citus updates a reference table from no table of the coordinator.
  await connection.run(
    sql`UPDATE variable SET pdf_file = p.pdf_file, pdf_page = p.pdf_page, toc_page = p.toc_page
      FROM (SELECT ${list((item) => item.variableName)} AS variable_name, ${list((item) => item.file)} AS pdf_file,
        ${list((item) => String(item.page))} AS pdf_page, ${list((item) => String(item.contentsPage))} AS toc_page) p
      WHERE p.variable_name = variable.variable_name`,
  )
}

/** A plain file name, never a path. */
export const CODEBOOK_FILE = /^[a-z0-9][a-z0-9.-]{0,120}\.pdf$/

interface NamedForm {
  readonly form_no: number
  readonly instrument: string
  readonly version: string
}

/** Unique file names, one for each form version. */
function fileNames(forms: readonly NamedForm[]): Map<number, string> {
  const taken = new Set<string>()
  return new Map(
    forms.map((form) => {
      const plain = slug(`${form.instrument} ${form.version}`) || 'form'
      const name = taken.has(plain) ? `${plain}-${form.form_no}` : plain
      taken.add(name)
      return [form.form_no, `${name}.pdf`]
    }),
  )
}

const LONGEST = 80

function slug(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
    .slice(0, LONGEST)
    .replaceAll(/^[-.]+|[-.]+$/g, '')
}
