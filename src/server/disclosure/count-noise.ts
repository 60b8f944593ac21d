import { createHmac } from 'node:crypto'
import { cellId } from '#server/disclosure/ledger/cell-id.ts'
import type { Cell } from '#server/disclosure/ledger/count-table.ts'
import { ofCollection, type CollectionRegion } from '#server/disclosure/bit-layout.ts'
import { EMPTY_SET, moved, sizeOf, type IndividualSet } from '#server/disclosure/participant-set.ts'

/** Random noise in counts of unreadable individuals (CELL_NOISE). */
export interface CountNoise {
  /** Standard deviation in a count of one collection. */
  readonly deviation: number
  /** The key from which all noise is derived: who knows it can remove the noise. */
  readonly secret: Uint8Array
}

/** Bytes of a uniform number: as many as a number of JavaScript represents exactly. */
const BYTES = 6

/**
 * Normal noise, rounded to a whole number, that depends on the key and the cell alone. A repeated count has the same
 * noise on every server and for every account, so that an average does not remove it.
 */
export function noiseOf({ deviation, secret }: CountNoise, cell: string): number {
  const bytes = createHmac('sha256', secret).update(cell).digest()
  const uniform = (at: number) => (bytes.readUIntBE(at, BYTES) + 0.5) / 2 ** (8 * BYTES)
  // Box and Muller 1958.
  const normal = Math.sqrt(-2 * Math.log(uniform(0))) * Math.cos(2 * Math.PI * uniform(BYTES))
  return Math.round(deviation * normal)
}

/** A count that is shown, and what limits it. */
export interface ShownCell extends Pick<Cell, 'key' | 'individuals'> {
  readonly family: string | null
  /** The unreadable collections that are counted. */
  readonly regions: Iterable<readonly [string, CollectionRegion]>
  /** A count is at least this, with its noise. */
  readonly least: number
  /** The shown number of the population. */
  readonly most: number
}

/**
 * The number that is shown for a cell. Each collection has noise of its own, by the cell's identity in the ledger: the
 * count of several collections is the sum of their counts, and an import that adds to another collection changes nothing.
 */
export function shownCount(noise: CountNoise | null, { key, family, individuals, regions, least, most }: ShownCell) {
  if (noise === null) return sizeOf(individuals)
  let count = 0
  for (const [collection, region] of regions) {
    const part = ofCollection(individuals, region)
    const cell = cellId(family, { key, individuals: fromFirstWord(part, region) })
    count += sizeOf(part) + noiseOf(noise, JSON.stringify([collection, cell]))
  }
  return Math.max(least, Math.min(most, count))
}

/** A part of a collection as if the layout had no other. */
function fromFirstWord(part: IndividualSet, { firstWord }: CollectionRegion): IndividualSet {
  return part.words.length === 0 ? EMPTY_SET : moved(part, -firstWord)
}
