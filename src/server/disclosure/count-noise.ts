import { createHmac } from 'node:crypto'
import { ofCollection, type CollectionRegion } from '#server/disclosure/bit-layout.ts'
import { cellId } from '#server/disclosure/ledger/cell-id.ts'
import type { Cell } from '#server/disclosure/ledger/count-table.ts'
import { EMPTY_SET, moved, sizeOf, type IndividualSet } from '#server/disclosure/participant-set.ts'

/** Random noise in counts of unreadable individuals (CELL_NOISE). */
export interface CountNoise {
  /** Standard deviation. */
  readonly deviation: number
  /** The key from which all noise is derived: who knows it can remove the noise. */
  readonly secret: Uint8Array
  /** Changes whenever counts of before may not be compared with later ones. */
  readonly epoch: string
}

/** Bytes of a uniform number: as many as a number of JavaScript represents exactly. */
const BYTES = 6

/**
 * Normal noise, rounded to a whole number, that depends on the key and the cell alone. A repeated count has the same
 * noise on every server and for every account, so that an average does not remove it.
 */
export function noiseOf({ deviation, secret, epoch }: CountNoise, cell: string): number {
  // Noise of another deviation is no multiple of this one.
  const bytes = createHmac('sha256', secret)
    .update(JSON.stringify([epoch, deviation, cell]))
    .digest()
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
 * The number that is shown for a cell, with the noise of its identity in the ledger. Parts of cells have no noise of their
 * own: the ledger suppresses counts of nearly equal cells, not of cells with one nearly equal part, and equal noise would
 * disclose that such a part is equal. An import that adds to other collections changes nothing.
 */
export function shownCount(noise: CountNoise, { key, family, individuals, regions, least, most }: ShownCell) {
  const parts = [...regions].map(([collection, region]) => {
    const part = fromFirstWord(ofCollection(individuals, region), region)
    return [collection, cellId(family, { key, individuals: part })]
  })
  return Math.max(least, Math.min(most, sizeOf(individuals) + noiseOf(noise, JSON.stringify(parts))))
}

/** A part of a collection as if the layout had no other. */
function fromFirstWord(part: IndividualSet, { firstWord }: CollectionRegion): IndividualSet {
  return part.words.length === 0 ? EMPTY_SET : moved(part, -firstWord)
}
