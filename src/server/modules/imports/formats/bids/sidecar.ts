import * as v from 'valibot'
import { linesToPipes } from '#domain/text.ts'
import { OWN_MEMBER, OwnDefinition } from '#server/model/variable-annotation.ts'
import { describedByOwn, undescribed, type ColumnDescription } from '#server/modules/imports/source/description.ts'
import { parseJson } from '#server/modules/imports/formats/bids/json-text.ts'
import { plainNumber } from '#domain/data-types/number.ts'
import { ImportRefused, problemAt, type Problem } from '#server/modules/imports/source/problem.ts'

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

/** Parses a sidecar. Throws ImportRefused if it is not JSON, or not a sidecar. */
export function readSidecar(file: string, source: string): Sidecar {
  const { value, lines, repeated } = parseJson(file, source)
  const found = v.safeParse(members, value)
  if (!found.success) {
    throw new ImportRefused([problemAt(file, 1, 'A sidecar is an object with a member for each column.')])
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
  const own = column[OWN_MEMBER]
  if (own) return describedByOwn(linesToPipes(column.Description), levels, own)
  return {
    ...undescribed(question),
    explicitContext: column.LongName === question ? '' : column.LongName,
    implicitContext: [column.Derivative ? 'Derived from other answers.' : '', column.TermURL].filter(Boolean).join(' '),
    levels,
    delimiter: column.Delimiter || null,
    units: column.Units,
    minimum: column.MinValue,
    maximum: column.MaxValue,
  }
}

function isMissingCode(code: string): boolean {
  return code.trim() === '' || code.trim() === 'n/a'
}
