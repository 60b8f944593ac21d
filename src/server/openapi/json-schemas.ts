import { toJsonSchemaDefs, type ConversionConfig, type JsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { ErrorBody } from '#contract/errors.ts'
import * as extensions from '#contract/shapes-of-extensions.ts'
import * as imports from '#contract/shapes-of-imports.ts'
import * as shapes from '#contract/shapes.ts'
import { Versions } from '#contract/versions.ts'

export type { JsonSchema }

/** The shapes that calls share, under the names they have in the contract. */
const NAMED = Object.fromEntries(
  Object.entries({ ...shapes, ...extensions, ...imports, ErrorBody, Versions }).flatMap(([name, value]) =>
    isSchema(value) ? [[name, value]] : [],
  ),
)

/**
 * What travels, before it is read: ids may stand as numbers or as text, and absent fields as null. What a program checks
 * beyond the form (that a date is one) is told when it fails.
 */
const CONFIG: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'input',
  ignoreActions: ['check', 'trim'],
  overrideRef: ({ referenceId }) => referenceTo(referenceId),
  // The one schema of our own: texts by a code of the data, whatever the code.
  overrideSchema: ({ valibotSchema }) => (valibotSchema.type === 'custom' ? { type: 'object' } : undefined),
}

/** The named shapes, and other schemas of the contract, which refer to them. */
export interface JsonSchemas {
  readonly named: Readonly<Record<string, JsonSchema>>
  readonly of: (schema: v.GenericSchema) => JsonSchema
}

/** Makes JSON Schema of all at once: the library goes through every named shape each time that it is asked. */
export function jsonSchemas(schemas: readonly v.GenericSchema[]): JsonSchemas {
  const names = new Map<v.GenericSchema, string>()
  for (const [name, schema] of Object.entries<v.GenericSchema>(NAMED)) names.set(schema, name)
  const others = [...new Set(schemas)].filter((schema) => !names.has(schema))
  const keys = new Map(others.map((schema, index) => [schema, `unnamed ${index}`]))
  const made = toJsonSchemaDefs(
    { ...NAMED, ...Object.fromEntries([...keys].map(([schema, key]) => [key, schema])) },
    CONFIG,
  )
  return {
    named: Object.fromEntries(Object.keys(NAMED).map((name) => [name, made[name] ?? {}])),
    of: (schema) => {
      const name = names.get(schema)
      return name === undefined ? (made[keys.get(schema) ?? ''] ?? {}) : { $ref: referenceTo(name) }
    },
  }
}

/** A shape that several calls share needs a name in the contract, for one cannot refer to a part of another. */
function referenceTo(name: string): string {
  if (!(name in NAMED)) throw new Error('A schema within another is also one of a call, and has no name.')
  return `#/components/schemas/${name}`
}

function isSchema(value: unknown): value is v.GenericSchema {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'
}
