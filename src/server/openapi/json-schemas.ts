import { toJsonSchemaDefs, type ConversionConfig, type JsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { ErrorBody } from '#contract/shapes/errors.ts'
import * as extensions from '#contract/shapes/shapes-of-extensions.ts'
import * as imports from '#contract/shapes/shapes-of-imports.ts'
import * as shapes from '#contract/shapes/shapes.ts'
import { Versions } from '#contract/session.ts'

export type { JsonSchema }

/** Shared schemas under their names in the contract. */
const NAMED = Object.fromEntries(
  Object.entries({ ...shapes, ...extensions, ...imports, ErrorBody, Versions }).flatMap(([name, value]) =>
    isSchema(value) ? [[name, value]] : [],
  ),
)

/**
 * Describes the wire format before parsing: ids as numbers or texts, absent fields as null. Errors report further
 * checks, such as valid dates.
 */
const CONFIG: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'input',
  ignoreActions: ['check', 'trim'],
  overrideRef: ({ referenceId }) => referenceTo(referenceId),
  // The only custom schema: texts by any code of the data.
  overrideSchema: ({ valibotSchema }) => (valibotSchema.type === 'custom' ? { type: 'object' } : undefined),
}

/** Named schemas, and other schemas of the contract with references to them. */
export interface JsonSchemas {
  readonly named: Readonly<Record<string, JsonSchema>>
  readonly of: (schema: v.GenericSchema) => JsonSchema
}

/** Converts all at once: the library visits every named schema on each call. */
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

/** A shared schema needs a name in the contract: only named schemas can be referenced. */
function referenceTo(name: string): string {
  if (!(name in NAMED)) throw new Error('A schema within another is also one of a call, and has no name.')
  return `#/components/schemas/${name}`
}

function isSchema(value: unknown): value is v.GenericSchema {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'
}
