import * as v from 'valibot'
import { bitmapOf, without, type Bitmap } from '#server/engine/bitmaps/bitmap.ts'
import type { Individuals } from '#server/engine/bitmaps/individuals.ts'
import type { LeafOutcome } from '#server/engine/bitmaps/rule-outcomes.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Membership of a set: never unknown. */
export function membership(members: Bitmap, { all }: Individuals): LeafOutcome {
  return { yes: members, no: without(all, members), hasRecord: all }
}

const MemberSet = v.object({ members: v.unknown() })

/** Members of a saved cohort never change. */
export async function readMembership(
  connection: Connection,
  cohortId: number,
  individuals: Individuals,
): Promise<LeafOutcome> {
  const { dialect } = connection
  const [row] = await rowsOf(
    connection,
    MemberSet,
    sql`SELECT ${dialect.setOfNumbers(sql`individual_no`, bitsOf(individuals))} AS members
      FROM cohort_member WHERE cohortid = ${cohortId}`,
  )
  return membership(bitmapOf(dialect.numbersOf(row?.members), individuals.all.length), individuals)
}

/** The bits of a bitmap of all individuals. */
export function bitsOf({ all }: Individuals): number {
  return all.length * 32
}
