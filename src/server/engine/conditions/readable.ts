import type { Reader } from '#domain/access.ts'
import { isAmong, sql, type Sql } from '#server/platform/db/sql.ts'

/** A condition on `person`: the reader may see the individual's record. */
export function isReadable(reader: Reader): Sql {
  return reader.isAdmin ? sql`TRUE` : isAmong(sql`collection`, reader.collections)
}

/** What a response says of individuals whose texts were not compared. */
interface NotCounted {
  readonly not_counted: number
  readonly not_counted_collections: string[]
}

/**
 * A condition on `person`: comparing the individual's text would need access that the reader lacks; null where no text
 * is compared. Such individuals are not counted where the outcome is unknown without the text.
 */
export function hasUnreadText(comparesText: boolean, reader: Reader): Sql | null {
  return comparesText && !reader.isAdmin ? sql`(NOT ${isReadable(reader)})` : null
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
