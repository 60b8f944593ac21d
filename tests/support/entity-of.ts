import * as v from 'valibot'
import { fromWire, toWire, type Named } from '#contract/shapes/wire-names.ts'

/** An entity as the client gets it from these fields of a response. */
export function entityOf<Schema extends v.GenericSchema>(
  schema: Schema,
  fields: Readonly<Record<string, unknown>>,
): Named<v.InferOutput<Schema>> {
  return fromWire(v.parse(schema, toWire(fields)))
}
