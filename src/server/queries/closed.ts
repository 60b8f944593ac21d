import * as v from 'valibot'
import { hiddenCells } from '#domain/hidden-cells.ts'
import type { Reader } from '#domain/access.ts'
import { isReadable } from '#server/queries/readable.ts'
import type { Parameters } from '#server/storage/parameters.ts'

/** Who counts, and below which number counts of people whose records they may not read are hidden from them. */
export interface Discretion {
  readonly reader: Reader
  readonly minimumCell: number
}

/** Whether small counts are hidden from somebody at all. */
export function isDiscreet({ reader, minimumCell }: Discretion): boolean {
  return minimumCell > 1 && !reader.isAdmin
}

/** A condition that holds for those whose small counts are hidden. */
export function isClosed(discretion: Discretion, parameters: Parameters): string {
  return isDiscreet(discretion) ? `(NOT ${isReadable(discretion.reader, parameters)})` : 'FALSE'
}

/** An expression of the collection of those whose small counts are hidden, NULL of everybody else. */
export function closedCollection(discretion: Discretion, parameters: Parameters): string {
  return isDiscreet(discretion)
    ? `CASE WHEN ${isClosed(discretion, parameters)} THEN collection END`
    : 'CAST(NULL AS TEXT)'
}

/** Counts rows by such a collection; `column` names the expression, `where` says which rows count. */
export function closedCounts(
  { dialect }: Pick<Parameters, 'dialect'>,
  discretion: Discretion,
  column: string,
  where = 'TRUE',
): string {
  return isDiscreet(discretion) ? dialect.histogram(column, where) : 'NULL'
}

export type ClosedByCollection = ReadonlyMap<string, number>

/** What `closedCounts` answers. */
export const ClosedByCollection = v.pipe(
  v.nullable(v.array(v.object({ key: v.string(), value: v.number() })), []),
  v.transform((entries): ClosedByCollection => new Map((entries ?? []).map(({ key, value }) => [key, value]))),
)

/** A count, and how many of it are people whose records the reader may not see, by collection. */
export interface ClosedCount {
  readonly count: number
  readonly closed: ClosedByCollection
}

export const NOBODY: ClosedCount = { count: 0, closed: new Map() }

/**
 * Which counts of a partition are hidden: collections are told apart elsewhere, so that each of them is a partition of
 * its own. `others` are hidden for another reason.
 */
export function hiddenCounts(
  counts: readonly Pick<ClosedCount, 'closed'>[],
  minimumCell: number,
  others: readonly boolean[] = [],
): boolean[] {
  const hidden = counts.map((_, place) => others[place] === true)
  for (const collection of new Set(counts.flatMap(({ closed }) => [...closed.keys()]))) {
    const own = counts.map(({ closed }) => closed.get(collection) ?? 0)
    for (const [place, isHidden] of hiddenCells(own, minimumCell, others).entries()) if (isHidden) hidden[place] = true
  }
  return hidden
}

/** The counts of a partition, null where they are hidden. */
export function shownCounts(
  counts: readonly ClosedCount[],
  minimumCell: number,
  others: readonly boolean[] = [],
): (number | null)[] {
  const hidden = hiddenCounts(counts, minimumCell, others)
  return counts.map(({ count }, place) => (hidden[place] ? null : count))
}
