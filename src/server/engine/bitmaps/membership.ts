import * as v from 'valibot'
import { addPlace, eachPlace, sizeOf, type Bitmap } from '#server/engine/bitmaps/bitmap.ts'
import type { Individuals } from '#server/engine/bitmaps/individuals.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

const MemberSet = v.object({ members: v.unknown() })

/** The members of a saved cohort, which never change. */
export async function readMembers(connection: Connection, cohortId: number, individuals: Individuals): Promise<Bitmap> {
  const { dialect } = connection
  const [row] = await rowsOf(
    connection,
    MemberSet,
    sql`SELECT ${dialect.setOfNumbers(sql`individual_no`, individuals.placeOf.length)} AS members
      FROM cohort_member WHERE cohortid = ${cohortId}`,
  )
  return atPlaces(dialect.numbersOf(row?.members), individuals)
}

/** The numbers of the individuals, ascending. */
export function numbersOf(bitmap: Bitmap, { numberAt }: Individuals): number[] {
  const numbers = new Int32Array(sizeOf(bitmap))
  let nth = 0
  eachPlace(bitmap, (place) => {
    numbers[nth++] = numberAt[place] ?? 0
  })
  return [...numbers.sort()]
}

/** The bitmap of individuals by their numbers. */
export function atPlaces(numbers: ArrayLike<number>, { placeOf, all }: Individuals): Bitmap {
  const bitmap = new Uint32Array(all.length)
  for (let nth = 0; nth < numbers.length; nth++) {
    const place = placeOf[numbers[nth] ?? 0] ?? -1
    if (place >= 0) addPlace(bitmap, place)
  }
  return bitmap
}
