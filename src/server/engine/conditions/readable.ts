import type { Reader } from '#domain/access.ts'
import type { Parameters } from '#server/platform/db/parameters.ts'

/** A condition that holds for the individuals whose records the reader may see. */
export function isReadable(reader: Reader, parameters: Parameters): string {
  return reader.isAdmin ? 'TRUE' : parameters.isAmong('collection', reader.collections)
}
