import * as v from 'valibot'
import type { Individuals } from '#server/engine/bitmaps/individuals.ts'
import { eachColumns, Numbers, type Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Recorded parents, by place. */
export interface Kinship {
  /** The place of the father and of the mother; -1 if not recorded. */
  readonly fatherOf: Int32Array
  readonly motherOf: Int32Array
  /** The number of the individuals with the same two recorded parents, from 1; 0 without two. */
  readonly sibshipOf: Int32Array
  readonly sibships: number
}

const Columns = v.tuple([Numbers, Numbers, Numbers, Numbers])

export async function readKinship(connection: Connection, { count, placeOf }: Individuals): Promise<Kinship> {
  const fatherOf = new Int32Array(count).fill(-1)
  const motherOf = new Int32Array(count).fill(-1)
  const sibshipOf = new Int32Array(count)
  let sibships = 1
  await eachColumns(
    connection,
    Columns,
    sql`WITH parents AS (
        SELECT father_no, mother_no, CAST(row_number() OVER () AS INTEGER) AS sibship
        FROM (SELECT DISTINCT father_no, mother_no FROM individual WHERE father_no IS NOT NULL AND mother_no IS NOT NULL) known
      )
      SELECT i.individual_no, coalesce(i.father_no, 0), coalesce(i.mother_no, 0), coalesce(p.sibship, 0)
      FROM individual i LEFT JOIN parents p ON p.father_no = i.father_no AND p.mother_no = i.mother_no
      WHERE i.father_no IS NOT NULL OR i.mother_no IS NOT NULL`,
    // Repeated, it sets the same places.
    () =>
      ([numbers, fathers, mothers, shared]) => {
        for (const [nth, number] of numbers.entries()) {
          const place = placeOf[number] ?? -1
          fatherOf[place] = placeOf[fathers[nth] ?? 0] ?? -1
          motherOf[place] = placeOf[mothers[nth] ?? 0] ?? -1
          sibshipOf[place] = shared[nth] ?? 0
          sibships = Math.max(sibships, 1 + (shared[nth] ?? 0))
        }
      },
  )
  return { fatherOf, motherOf, sibshipOf, sibships }
}
