import { hiddenCells } from '#domain/hidden-cells.ts'
import type { Reader } from '#domain/access.ts'
import { isReadable } from '#server/queries/readable.ts'
import type { Parameters } from '#server/storage/parameters.ts'

/** Who counts, and below which number counts of people whose records they may not read are hidden from them. */
export interface Discretion {
  readonly reader: Reader
  readonly minimumCell: number
}

export function isDiscreet({ reader, minimumCell }: Discretion): boolean {
  return minimumCell > 1 && !reader.isAdmin
}

/** A condition that holds for those whose small counts are hidden. */
export function isClosed(discretion: Discretion, parameters: Parameters): string {
  return isDiscreet(discretion) ? `(NOT ${isReadable(discretion.reader, parameters)})` : 'FALSE'
}

/** A count with how many of it are people whose records the reader may not see. */
export interface ClosedCount {
  readonly count: number
  readonly closed: number
}

/** The counts of a partition, null where they are hidden. */
export function shownCounts(counts: readonly ClosedCount[], minimumCell: number): (number | null)[] {
  const hidden = hiddenCells(
    counts.map(({ closed }) => closed),
    minimumCell,
  )
  return counts.map(({ count }, place) => (hidden[place] ? null : count))
}
