import type { BitmapData } from '#server/engine/bitmaps/bitmap-data.ts'
import { sizeOf, sizeOfBoth, type Bitmap } from '#server/engine/bitmaps/bitmap.ts'
import type { Individuals } from '#server/engine/bitmaps/individuals.ts'
import { populationBitmap } from '#server/engine/bitmaps/population.ts'
import type { Population } from '#server/engine/sources/answers.ts'
import { createPairMemo } from '#server/platform/cache/pair-memo.ts'

/** The number of members in each stratum. */
export async function stratumSizes(data: BitmapData, population: Population): Promise<ArrayLike<number>> {
  const { individuals } = data
  const { cohortId, combined, part, between, leavesOutWithdrawn } = population
  if (!combined || part || between || leavesOutWithdrawn)
    return sizesOf(await populationBitmap(data, population), individuals)
  const [first, second] = [await data.membersOf(cohortId), await data.membersOf(combined.cohortId)]
  const both = sizesOfBoth(first, second, individuals)
  const [one, other] = [sizesOfBoth(first, first, individuals), sizesOfBoth(second, second, individuals)]
  const combine = COMBINED_SIZE[combined.operation]
  return both.map((own, nth) => combine(one[nth] ?? 0, other[nth] ?? 0, own))
}

export function sizesOf(members: Bitmap, { strata }: Individuals): Uint32Array {
  return Uint32Array.from(strata, ({ from, to }) => sizeOf(members, from, to))
}

/** From the sizes of two sets and of their intersection: no combined bitmap is made. */
const COMBINED_SIZE = {
  UNION: (one: number, other: number, both: number) => one + other - both,
  INTERSECT: (_one: number, _other: number, both: number) => both,
  SUBTRACT: (one: number, _other: number, both: number) => one - both,
}

const memo = createPairMemo<Uint32Array>()

/** Kept: the members of saved cohorts never change, and each operation on two cohorts needs the same sizes. */
function sizesOfBoth(one: Bitmap, other: Bitmap, { strata }: Individuals): Uint32Array {
  return memo(one, other, () => Uint32Array.from(strata, ({ from, to }) => sizeOfBoth(one, other, from, to)))
}
