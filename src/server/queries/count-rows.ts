import * as v from 'valibot'
import type { CountRow } from '#contract/shapes.ts'
import type { Reader } from '#domain/access.ts'
import { isPersonal } from '#domain/data-types.ts'
import { isReadable } from '#server/queries/readable.ts'
import type { Parameters } from '#server/storage/parameters.ts'

export const CountRowColumns = {
  count: v.number(),
  value: v.nullable(v.string()),
  collection: v.nullable(v.string()),
  consent: v.nullable(v.string()),
  study_id: v.nullable(v.string()),
  dx_nimh: v.nullable(v.string()),
}

const Columns = v.object(CountRowColumns)

export function countRow(row: v.InferOutput<typeof Columns>): CountRow {
  return {
    count: row.count,
    value: row.value,
    collection: row.collection ?? '',
    consent: row.consent ?? '',
    study_id: row.study_id ?? '',
    dx_nimh: row.dx_nimh ?? '',
    hidden: false,
  }
}

/** A value as it may be named in a count: one that tells of a person only where the reader may see the person. */
export function namedValue(
  { dataType }: { readonly dataType: string },
  value: string,
  reader: Reader,
  parameters: Parameters,
): string {
  return isPersonal(dataType) && !reader.isAdmin
    ? `CASE WHEN ${isReadable(reader, parameters)} THEN ${value} END`
    : value
}
