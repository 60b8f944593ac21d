import type { Reader } from '#domain/access.ts'
import { hasSeveralCodes, isNumber, isPersonal } from '#domain/data-types.ts'
import { literal, sql, type Sql, isAmong } from '#server/platform/db/sql.ts'

/** Whole numbers below this are exact as integers. */
const EXACT_INTEGER = literal(9_007_199_254_740_992)

/** An answer as the text that is shown and downloaded; numbers in their shortest form: 30, not 30.0. */
export function valueText(dataType: string, value: Sql): Sql {
  if (!isNumber(dataType)) return value
  return sql`CASE WHEN ${value} = trunc(${value}) AND abs(${value}) < ${EXACT_INTEGER}
    THEN CAST(CAST(${value} AS BIGINT) AS TEXT) ELSE CAST(${value} AS TEXT) END`
}

/** A row for each code of an answer with several; otherwise the value as it is. NULL stays one row. */
export function eachCode(dataType: string, value: Sql): Sql {
  return hasSeveralCodes(dataType) ? sql`unnest(coalesce(string_to_array(${value}, ';'), ARRAY[NULL]))` : value
}

/** A value in a count: identifying values only of individuals with readable records. */
export function namedValue({ dataType }: { readonly dataType: string }, value: Sql, reader: Reader): Sql {
  return isPersonal(dataType) && !reader.isAdmin ? sql`CASE WHEN ${isReadable(reader)} THEN ${value} END` : value
}

/** A condition on `person`: the reader may see the individual's record. */
export function isReadable(reader: Reader): Sql {
  return reader.isAdmin ? sql`TRUE` : isAmong(sql`collection`, reader.collections)
}

/** Response fields about individuals whose texts were not compared. */
interface NotCounted {
  readonly not_counted: number
  readonly not_counted_collections: string[]
}

/** Individuals not counted, by collection, as fields of a response; no fields if there are none. */
export function notCountedFields(byCollection: Iterable<readonly [string, number]>): Partial<NotCounted> {
  const counts = [...byCollection].filter(([, count]) => count > 0)
  if (counts.length === 0) return {}
  return {
    not_counted: counts.reduce((sum, [, count]) => sum + count, 0),
    not_counted_collections: counts.map(([collection]) => collection).sort(),
  }
}
