import type { Reader } from '#domain/access.ts'
import { isReadable } from '#server/engine/conditions/readable.ts'
import type { Parameters } from '#server/platform/db/parameters.ts'

/** What a response says of individuals whose texts were not compared. */
export interface NotCounted {
  readonly not_counted: number
  readonly not_counted_collections: string[]
}

/**
 * An expression that holds for individuals of whom a condition would have to compare a text that the reader may not
 * read; null where the condition compares none. They are not counted where its truth is unknown without the text.
 */
export function hasUnreadText(comparesText: boolean, reader: Reader, parameters: Parameters): string | null {
  return comparesText && !reader.isAdmin ? `(NOT ${isReadable(reader, parameters)})` : null
}

/** Individuals not counted, by collection, as fields of a response; none where there are none. */
export function notCountedFields(byCollection: Iterable<readonly [string, number]>): Partial<NotCounted> {
  const counts = [...byCollection].filter(([, count]) => count > 0)
  if (counts.length === 0) return {}
  return {
    not_counted: counts.reduce((sum, [, count]) => sum + count, 0),
    not_counted_collections: counts.map(([collection]) => collection).sort(),
  }
}
