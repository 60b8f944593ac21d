import * as v from 'valibot'
import type { DataType } from '#domain/data-types.ts'
import { plainNumber } from '#domain/data-types/number.ts'
import { formName } from '#domain/imports/import-options.ts'
import type { PlainDictionary } from '#server/modules/imports/formats/plain/dictionary.ts'
import { parseJson } from '#server/modules/imports/source/parse-json.ts'
import { ImportRefused, problemAt } from '#server/modules/imports/source/problem.ts'
import { undescribed, type ColumnDescription } from '#server/modules/imports/source/source-form.ts'

const text = v.fallback(v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String)), '')
const bound = v.fallback(v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.transform(plainNumber)), null)
const Missing = v.fallback(v.array(v.union([v.string(), v.object({ value: text })])), [])
const Category = v.union([
  v.pipe(
    v.object({ value: text, label: text }),
    v.transform(({ value, label }): [string, string] => [value, label === value ? '' : label]),
  ),
  v.pipe(
    text,
    v.transform((value): [string, string] => [value, '']),
  ),
])

const Field = v.object({
  name: v.string(),
  title: text,
  description: text,
  type: text,
  categories: v.fallback(v.array(Category), []),
  constraints: v.fallback(v.object({ enum: v.fallback(v.array(text), []), minimum: bound, maximum: bound }), {
    enum: [],
    minimum: null,
    maximum: null,
  }),
  missingValues: Missing,
})
type Field = v.InferOutput<typeof Field>

const Resource = v.object({
  name: text,
  path: text,
  schema: v.object({ fields: v.array(Field), missingValues: Missing }),
})
const Package = v.object({ resources: v.array(v.unknown()) })

/** Data types of the types that have one; others follow from the answers. */
const TYPES: Readonly<Record<string, DataType>> = {
  integer: 'numberrange',
  number: 'numberrange',
  date: 'fuzzydate',
  datetime: 'fuzzydate',
  year: 'fuzzydate',
  yearmonth: 'fuzzydate',
  string: 'text',
}

/** Reads a Frictionless Data Package (versions 1.0 and 2.0) as the dictionary of its tables. Throws ImportRefused if it is none. */
export function readDataPackage(file: string, source: string): PlainDictionary {
  const found = v.safeParse(Package, parseJson(file, source).value)
  if (!found.success) throw new ImportRefused([problemAt(file, null, 'A data package has a list of resources.')])
  const columns = new Map<string, ColumnDescription>()
  const notes: PlainDictionary['notes'][number][] = []
  for (const one of found.output.resources) {
    const resource = v.safeParse(Resource, one)
    if (!resource.success) {
      notes.push(problemAt(file, null, 'A resource without fields was left out.'))
      continue
    }
    const { name, path, schema } = resource.output
    for (const field of schema.fields) {
      columns.set(keyOf(formName(path) || name, field.name), described(field, schema.missingValues))
    }
  }
  return { notes, forms: [], describe: (form, column) => columns.get(keyOf(form, column)) ?? null }
}

function described(field: Field, ofTable: Field['missingValues']): ColumnDescription {
  const { name, title, description, type, categories, constraints } = field
  const levels = new Map(categories.length > 0 ? categories : constraints.enum.map((code) => [code, ''] as const))
  const question = title || description || name
  return {
    ...undescribed(name),
    question,
    explicitContext: description === question ? '' : description,
    levels,
    dataType: levels.size > 0 ? null : (TYPES[type] ?? null),
    minimum: constraints.minimum,
    maximum: constraints.maximum,
    missing: [...ofTable, ...field.missingValues]
      .map((code) => (typeof code === 'string' ? code : code.value))
      .filter((code) => code.trim() !== ''),
  }
}

function keyOf(form: string, column: string): string {
  return JSON.stringify([form.toLowerCase(), column.toLowerCase()])
}
