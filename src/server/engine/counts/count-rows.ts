import type { CountRow } from '#contract/shapes.ts'
import type { Reader } from '#domain/access.ts'
import { isPersonal } from '#domain/data-types.ts'
import type { OriginCount } from '#server/engine/sources/count-answers.ts'
import { isReadable } from '#server/engine/conditions/readable.ts'
import type { Parameters } from '#server/platform/db/parameters.ts'

/** A row of counts as it comes from the database. */
export function countRow({ count, value, origin }: OriginCount): CountRow {
  const { collection, consent, study_id, dx_nimh } = origin
  return { count, value, collection, consent: consent ?? '', study_id, dx_nimh: dx_nimh ?? '', hidden: false }
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
