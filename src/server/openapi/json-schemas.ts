import { toJsonSchema, toJsonSchemaDefs, type ConversionConfig, type JsonSchema } from '@valibot/to-json-schema'
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
  definitions: NAMED,
  ignoreActions: ['check', 'trim'],
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  // The one schema of our own: texts by a code of the data, whatever the code.
  overrideSchema: ({ valibotSchema }) => (valibotSchema.type === 'custom' ? { type: 'object' } : undefined),
}

/** A schema of the contract as JSON Schema, which refers to the named shapes. */
export function jsonSchemaOf(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, $defs: __, ...json } = toJsonSchema(schema, CONFIG)
  return json
}

/** All named shapes. */
export function namedSchemas(): Readonly<Record<string, JsonSchema>> {
  return toJsonSchemaDefs(NAMED, CONFIG)
}

function isSchema(value: unknown): value is v.GenericSchema {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'
}
