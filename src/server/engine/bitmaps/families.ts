import { LRUCache } from 'lru-cache'
import { BITS, hasPlace, unite, type Bitmap } from '#server/engine/bitmaps/bitmap.ts'
import type { Individuals } from '#server/engine/bitmaps/individuals.ts'
import { createPause } from '#server/platform/scheduling/yield.ts'

/** A number for each family. */
export type ByFamily = Int32Array

/** The number of members of each family. Written out, without a call for each individual: it runs for all of them. */
export function membersByFamily(members: Bitmap, { familyOf, families }: Individuals): ByFamily {
  const counts = new Int32Array(families)
  for (let index = 0; index < members.length; index++) {
    for (let word = members[index] ?? 0; word !== 0; word &= word - 1) {
      const family = familyOf[index * BITS + BITS - 1 - Math.clz32(word & -word)] ?? 0
      counts[family] = (counts[family] ?? 0) + 1
    }
  }
  return counts
}

/** The individuals of the marked families. */
export function individualsOf(isMarked: Uint8Array, { familyOf, all, count }: Individuals): Bitmap {
  const bitmap = new Uint32Array(all.length)
  for (let index = 0; index < bitmap.length; index++) {
    const from = index * BITS
    const to = Math.min(from + BITS, count)
    let word = 0
    for (let place = from; place < to; place++) word |= (isMarked[familyOf[place] ?? 0] ?? 0) << (place - from)
    bitmap[index] = word & (all[index] ?? 0)
  }
  return bitmap
}

/** The readable individuals, and those of families without a readable one. */
export function seenWith(readable: Bitmap, individuals: Individuals): Bitmap {
  const readableOf = membersByFamily(readable, individuals)
  const isUnreadable = Uint8Array.from(readableOf, (count) => Number(count === 0))
  return unite(readable, individualsOf(isUnreadable, individuals))
}

/** The families of a data version. */
export interface Families {
  readonly sizes: ByFamily
  readonly placeholders: ByFamily
  readonly largest: number
  /** The number of members of each family; kept for the last sets: the next criterion has the same condition. */
  readonly membersOf: (members: Bitmap) => ByFamily
  readonly collections: readonly string[]
  /** The collection of all members, by its place in `collections`; SEVERAL if they are in more than one. */
  readonly collectionOf: Int32Array
  /** The members of families in several collections: ascending places, each with its collection. */
  readonly divided: { readonly places: Int32Array; readonly collections: Int32Array }
}

const [NONE, SEVERAL] = [-1, -2]

const SETS_KEPT = 4

export async function readFamilies(individuals: Individuals): Promise<Families> {
  const pause = createPause()
  const { familyOf, byCollection } = individuals
  const sizes = membersByFamily(individuals.all, individuals)
  const placeholders = membersByFamily(individuals.placeholders, individuals)
  await pause()
  const collections = [...byCollection.keys()]
  const strata = individuals.strata.map(({ stratum: { collection }, from, to }) => ({
    collection: collections.indexOf(collection),
    from,
    to,
  }))
  const collectionOf = new Int32Array(individuals.families).fill(NONE)
  for (const { collection, from, to } of strata) {
    for (let place = from; place < to; place++) {
      const family = familyOf[place] ?? 0
      const before = collectionOf[family]
      if (before !== collection) collectionOf[family] = before === NONE ? collection : SEVERAL
    }
    await pause()
  }
  const ofDivided = sizes.reduce((sum, size, family) => (collectionOf[family] === SEVERAL ? sum + size : sum), 0)
  const divided = { places: new Int32Array(ofDivided), collections: new Int32Array(ofDivided) }
  let nth = 0
  for (const { collection, from, to } of ofDivided === 0 ? [] : strata) {
    for (let place = from; place < to; place++) {
      if (collectionOf[familyOf[place] ?? 0] !== SEVERAL) continue
      divided.places[nth] = place
      divided.collections[nth] = collection
      nth++
    }
    await pause()
  }
  const kept = new LRUCache<Bitmap, ByFamily>({ max: SETS_KEPT })
  const membersOf = (members: Bitmap) => {
    const counts = kept.get(members) ?? membersByFamily(members, individuals)
    kept.set(members, counts)
    return counts
  }
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0)
  return { sizes, placeholders, largest, membersOf, collections, collectionOf, divided }
}

/** Marked families, and their affected members. */
export interface MarkedFamilies {
  readonly isMarked: Uint8Array
  readonly affected: Bitmap
  readonly affectedOf: ByFamily
}

/** Members of the marked families in one collection. */
export interface FamilyCounts {
  readonly collection: string
  families: number
  individuals: number
  affected: number
}

/** The marked families by collection; a family with members in two is counted in both. */
export function countByCollection(
  { isMarked, affected, affectedOf }: MarkedFamilies,
  { familyOf }: Individuals,
  { sizes, collections, collectionOf, divided }: Families,
): readonly FamilyCounts[] {
  const counts = collections.map((collection): FamilyCounts => ({
    collection,
    families: 0,
    individuals: 0,
    affected: 0,
  }))
  for (let family = 0; family < isMarked.length; family++) {
    const ofCollection = isMarked[family] === 1 ? counts[collectionOf[family] ?? NONE] : undefined
    if (!ofCollection) continue
    ofCollection.families++
    ofCollection.individuals += sizes[family] ?? 0
    ofCollection.affected += affectedOf[family] ?? 0
  }
  /** The collection in which a divided family was last seen. */
  const seenIn = new Map<number, number>()
  for (const [nth, place] of divided.places.entries()) {
    const family = familyOf[place] ?? 0
    const collection = divided.collections[nth] ?? NONE
    const ofCollection = isMarked[family] === 1 ? counts[collection] : undefined
    if (!ofCollection) continue
    // Places are in the order of their collections.
    if (seenIn.get(family) !== collection) ofCollection.families++
    seenIn.set(family, collection)
    ofCollection.individuals++
    ofCollection.affected += Number(hasPlace(affected, place))
  }
  return counts
}
