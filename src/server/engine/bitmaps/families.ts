import { BITS, unite, type Bitmap } from '#server/engine/bitmaps/bitmap.ts'
import type { Individuals } from '#server/engine/bitmaps/individuals.ts'

/** A number for each family. */
export type ByFamily = Int32Array

/** The number of members of each family. Written out, without a call for each individual: it runs for all of them. */
export function membersByFamily(members: Bitmap, { familyOf, families }: Individuals): ByFamily {
  const counts = new Int32Array(families)
  for (let at = 0; at < members.length; at++) {
    for (let word = members[at] ?? 0; word !== 0; word &= word - 1) {
      const family = familyOf[at * BITS + BITS - 1 - Math.clz32(word & -word)] ?? 0
      counts[family] = (counts[family] ?? 0) + 1
    }
  }
  return counts
}

/** The individuals of the marked families. */
export function individualsOf(isMarked: Uint8Array, { familyOf, all, count }: Individuals): Bitmap {
  const bitmap = new Uint32Array(all.length)
  for (let at = 0; at < bitmap.length; at++) {
    const from = at * BITS
    const to = Math.min(from + BITS, count)
    let word = 0
    for (let place = from; place < to; place++) word |= (isMarked[familyOf[place] ?? 0] ?? 0) << (place - from)
    bitmap[at] = word
  }
  return bitmap
}

/** The readable individuals, and those of families without a readable one. */
export function seenWith(readable: Bitmap, individuals: Individuals): Bitmap {
  const readableOf = membersByFamily(readable, individuals)
  const isUnreadable = Uint8Array.from(readableOf, (count) => Number(count === 0))
  return unite(readable, individualsOf(isUnreadable, individuals))
}

/** Members of the marked families in one collection. */
export interface FamilyCounts {
  families: number
  individuals: number
  affected: number
}

/** The marked families by collection; a family with members in two is counted in both. */
export function countByCollection(
  isMarked: Uint8Array,
  affected: Bitmap,
  { familyOf, families, strata }: Individuals,
): ReadonlyMap<string, FamilyCounts> {
  const found = new Map<string, FamilyCounts>()
  /** The number of the collection in which a family was last seen. */
  const seenIn = new Int32Array(families)
  for (const { stratum, from, to } of strata) {
    const counts = found.get(stratum.collection) ?? { families: 0, individuals: 0, affected: 0 }
    found.set(stratum.collection, counts)
    // Strata are in the order of their collections.
    const collection = found.size
    for (let place = from; place < to; place++) {
      const family = familyOf[place] ?? 0
      if (isMarked[family] !== 1) continue
      counts.individuals++
      if (seenIn[family] !== collection) counts.families++
      seenIn[family] = collection
      counts.affected += ((affected[place >>> 5] ?? 0) >>> (place & 31)) & 1
    }
  }
  return found
}
