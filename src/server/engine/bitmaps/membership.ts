import * as v from 'valibot'
import { addPlace, hasPlace, sizeOf, type Bitmap } from '#server/engine/bitmaps/bitmap.ts'
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

/** Numbers that are looked at without a pause. */
const NUMBERS_AT_ONCE = 1 << 19

/** The numbers of the individuals, ascending: sorting ten million would take longer. */
export async function numbersOf(
  bitmap: Bitmap,
  { placeOf }: Individuals,
  pause: () => Promise<void>,
): Promise<Int32Array> {
  const numbers = new Int32Array(sizeOf(bitmap))
  let nth = 0
  for (let number = 0; number < placeOf.length; number++) {
    if (number % NUMBERS_AT_ONCE === 0) await pause()
    const place = placeOf[number] ?? -1
    if (place >= 0 && hasPlace(bitmap, place)) numbers[nth++] = number
  }
  return numbers
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
