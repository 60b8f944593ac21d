import * as v from 'valibot'
import { plainNumber } from '#domain/data-types/number.ts'
import { linesToPipes } from '#domain/text/text.ts'
import { OWN_MEMBER, OwnDefinition } from '#server/model/variable-annotation.ts'
import type { FormatContent, ImportFormat } from '#server/modules/imports/formats/import-format.ts'
import { readText } from '#server/modules/imports/source/decode-text.ts'
import { ID_COLUMN } from '#server/modules/imports/source/identified-rows.ts'
import { parseJson } from '#server/modules/imports/source/parse-json.ts'
import { ImportRefused, problemAt, type Problem, ProblemCollector } from '#server/modules/imports/source/problem.ts'
import type { SourceFiles } from '#server/modules/imports/source/read-folder.ts'
import {
  describedByOwn,
  undescribed,
  type ColumnDescription,
  type SourceForm,
  ownForms,
} from '#server/modules/imports/source/source-form.ts'

/** A BIDS sidecar: the description of a table and of its columns. */
export interface Sidecar {
  readonly title: string | null
  readonly columns: ReadonlyMap<string, ColumnDescription>
  readonly notes: readonly Problem[]
}

const TOOL = 'MeasurementToolMetadata'

const text = v.fallback(v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String), v.trim()), '')
const bound = v.fallback(v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.transform(plainNumber)), null)

/** The members of an object. valibot's record would drop the codes `__proto__` and `constructor`. */
const members = v.pipe(
  v.custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value)),
  v.transform((value): [string, unknown][] => Object.entries(value)),
)

/** The meaning of a level: a text, or (since BIDS 1.8) an object with Description and TermURL. */
const Meaning = v.union([
  v.pipe(
    v.object({ Description: text, TermURL: text }),
    v.transform((level) => level.Description),
  ),
  text,
])
const Levels = v.union([
  v.pipe(
    v.array(text),
    v.transform((codes) => codes.map((code): [string, string] => [code, ''])),
  ),
  v.pipe(members, v.array(v.tuple([v.string(), Meaning]))),
])

const Column = v.object({
  Description: text,
  LongName: text,
  TermURL: text,
  Units: text,
  MinValue: bound,
  MaxValue: bound,
  Delimiter: v.fallback(v.nullable(v.string()), null),
  Derivative: v.fallback(v.boolean(), false),
  Levels: v.nullish(Levels, []),
  [OWN_MEMBER]: v.fallback(v.nullish(OwnDefinition, null), null),
})
const Tool = v.object({ Description: text })

/**
 * Parses a sidecar. Throws ImportRefused if it is not JSON, or not a sidecar: one without a table beside it is known by
 * its members alone.
 */
export function readSidecar(file: string, source: string, { isAlone = false } = {}): Sidecar {
  const { value, lines, repeated } = parseJson(file, source)
  const found = v.safeParse(members, value)
  if (!found.success) {
    throw new ImportRefused([problemAt(file, 1, 'A sidecar is an object with a member for each column.')])
  }
  if (isAlone && !found.output.some(([, member]) => describesColumn(member))) {
    const words = `This is no dictionary: no member describes a column, by ${OF_A_COLUMN.slice(0, -1).join(', ')} or ${OF_A_COLUMN.at(-1)}.`
    throw new ImportRefused([problemAt(file, 1, words)])
  }
  const tool = v.safeParse(Tool, new Map(found.output).get(TOOL))
  const columns = new Map<string, ColumnDescription>()
  const notes = [...repeated]
  for (const [name, member] of found.output) {
    if (name === TOOL) continue
    const note = (text: string) => notes.push(problemAt(file, lines.get(name) ?? null, text))
    const column = v.safeParse(Column, member)
    if (!column.success) {
      note(`What is said of "${name}" is not of a sidecar's form and was left out.`)
      continue
    }
    columns.set(name.trim(), describe(name.trim(), column.output))
    if (column.output.Levels.some(([code]) => isMissingCode(code))) {
      note(`A level of "${name}" is blank or n/a, which means missing; it was left out.`)
    }
  }
  return { title: tool.success ? tool.output.Description || null : null, columns, notes }
}

function describe(name: string, column: v.InferOutput<typeof Column>): ColumnDescription {
  const question = column.Description || column.LongName || name
  const levels = new Map<string, string>()
  for (const [code, meaning] of column.Levels) {
    if (!isMissingCode(code) && !levels.has(code.trim())) levels.set(code.trim(), meaning)
  }
  const definition = column[OWN_MEMBER]
  if (definition) return describedByOwn(linesToPipes(column.Description), levels, definition)
  return {
    ...undescribed(question),
    explicitContext: column.LongName === question ? '' : column.LongName,
    implicitContext: [column.Derivative ? 'Derived from other answers.' : '', column.TermURL].filter(Boolean).join(' '),
    levels,
    delimiter: column.Delimiter || null,
    units: isMissingCode(column.Units) ? '' : column.Units,
    minimum: column.MinValue,
    maximum: column.MaxValue,
  }
}

function isMissingCode(code: string): boolean {
  return code.trim() === '' || code.trim() === 'n/a'
}

/** BIDS sidecars without tables: a catalog without answers. Unreadable sidecars are refused one by one. */
export const SIDECARS: ImportFormat = {
  detect: ({ sidecars }) => sidecars.size > 0,
  read: ({ sidecars }) => readSidecars(sidecars),
}

/** Members of a column's description in a sidecar. */
const OF_A_COLUMN = ['Description', 'LongName', 'Levels', 'Units', 'TermURL']

function describesColumn(member: unknown): boolean {
  const found = v.safeParse(members, member)
  return found.success && found.output.some(([name]) => OF_A_COLUMN.includes(name))
}

async function readSidecars(files: SourceFiles): Promise<FormatContent> {
  const problems = new ProblemCollector()
  const forms: SourceForm[] = []
  const notes: Problem[] = []
  for (const [file, path] of files) {
    const sidecar = await problems.attemptAsync(async () =>
      readSidecar(file, await readText(file, path), { isAlone: true }),
    )
    if (sidecar === null) continue
    const instrument = file.replace(/^.*\//, '').replace(/\.json$/, '')
    const columns = [...sidecar.columns].filter(([name]) => name !== ID_COLUMN)
    notes.push(...sidecar.notes)
    forms.push({
      file,
      instrument,
      title: sidecar.title ?? instrument,
      isParticipants: false,
      columns: columns.map(([name, description]) => ({ name, description })),
      rows: [],
      cell: () => '',
    })
  }
  return {
    forms: ownForms(forms),
    uses: [],
    pedigree: [],
    listsParticipants: false,
    isCatalogAlone: true,
    refused: problems.problems,
    notes,
  }
}
