import type { Overlap } from '#contract/shapes/shapes-of-extensions.ts'
import type { Reader } from '#domain/access.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { BitmapEngine } from '#server/engine/bitmaps/bitmap-engine.ts'
import { intersect, sizeOf, without, type Bitmap } from '#server/engine/bitmaps/bitmap.ts'
import { populationBitmap } from '#server/engine/bitmaps/population.ts'
import type { Population } from '#server/engine/sources/answers.ts'
import type { Connection } from '#server/platform/db/database.ts'

export interface OverlapQuery extends Pick<Population, 'part'> {
  readonly cohortIds: readonly number[]
  readonly reader: Reader
}

/** Counts each individual of any of the cohorts once, by the exact combination of cohorts. */
export function readOverlap(
  connection: Connection,
  engine: BitmapEngine,
  { cohortIds, ...asked }: OverlapQuery,
): Promise<Overlap[]> {
  return engine.read(connection, asked.reader, async (data) => {
    const everyone = await populationBitmap(data, { cohortId: ROOT_COHORT_ID, ...asked })
    const cohorts: Bitmap[] = []
    for (const cohortId of cohortIds) cohorts.push(await data.membersOf(cohortId))
    const parts = cohorts.reduce<readonly (readonly [readonly number[], Bitmap])[]>(
      (divided, cohort, index) =>
        divided.flatMap(([members, set]) => [
          [[...members, cohortIds[index] ?? 0], intersect(set, cohort)] as const,
          [members, without(set, cohort)] as const,
        ]),
      [[[], everyone]],
    )
    return parts.flatMap(([members, set]) => {
      const count = sizeOf(set)
      return members.length === 0 || count === 0 ? [] : [{ members: [...members], count, left_out: [] }]
    })
  })
}
