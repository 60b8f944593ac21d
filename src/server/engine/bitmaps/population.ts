import type { BitmapData } from '#server/engine/bitmaps/bitmap-data.ts'
import { intersect, unite, without, type Bitmap } from '#server/engine/bitmaps/bitmap.ts'
import { readableBy } from '#server/engine/bitmaps/condition-outcome.ts'
import type { Population } from '#server/engine/sources/answers.ts'

/** The individuals of a population as a bitmap. */
export async function populationBitmap(data: BitmapData, population: Population): Promise<Bitmap> {
  const { cohortId, combined, reader, part, between, leavesOutWithdrawn = false } = population
  if (between || leavesOutWithdrawn) throw new Error('Only statements on rows divide a population by numbers.')
  const first = await data.membersOf(cohortId)
  const members = combined ? combineSets(combined.operation, first, await data.membersOf(combined.cohortId)) : first
  if (!part) return members
  const readable = readableBy(reader, data)
  return part === 'readable' ? intersect(members, readable) : without(members, readable)
}

function combineSets(operation: 'UNION' | 'INTERSECT' | 'SUBTRACT', one: Bitmap, other: Bitmap): Bitmap {
  switch (operation) {
    case 'UNION':
      return unite(one, other)
    case 'INTERSECT':
      return intersect(one, other)
    case 'SUBTRACT':
      return without(one, other)
  }
}
