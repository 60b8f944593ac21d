import * as v from 'valibot'
import { bitmapOf, wordsFor, type Bitmap } from '#server/engine/bitmaps/bitmap.ts'
import { FAMILY } from '#server/engine/sources/form-tables.ts'
import { StratumRow, type Stratum } from '#server/engine/sources/count-answers.ts'
import { eachColumns, Numbers, rowsOf, type Connection } from '#server/platform/db/database.ts'
import { STRATUM_COLUMNS } from '#server/platform/db/dialect.ts'
import { raw, sql } from '#server/platform/db/sql.ts'

/** All individuals of a data version, by number. */
export interface Individuals {
  readonly all: Bitmap
  /** The number of the family, from 0; an individual without one is a family of one. */
  readonly familyOf: Int32Array
  readonly families: number
  /** The number of the father and of the mother; 0 if not recorded. */
  readonly fatherOf: Int32Array
  readonly motherOf: Int32Array
  /** The number of the individuals with the same two recorded parents, from 1; 0 without two. */
  readonly sibshipOf: Int32Array
  readonly sibships: number
  /** The index in `strata`. */
  readonly stratumOf: Int32Array
  readonly strata: readonly Stratum[]
  readonly byCollection: ReadonlyMap<string, Bitmap>
}

const Columns = v.tuple([Numbers, Numbers, Numbers, Numbers, Numbers, Numbers])

export async function readIndividuals(connection: Connection): Promise<Individuals> {
  const stratumNo = raw(connection.dialect.stratumNo)
  const rows = await rowsOf(
    connection,
    StratumRow,
    sql`SELECT DISTINCT ${stratumNo} AS origin_no, ${raw(STRATUM_COLUMNS.join(', '))} FROM individual ORDER BY 1`,
  )
  const placeOf = new Map(rows.map(({ origin_no }, place) => [origin_no, place]))
  const strata = rows.map(({ collection, study_id, consent, dx_nimh }) => ({ collection, study_id, consent, dx_nimh }))
  const read: number[][] = Array.from({ length: 6 }, () => [])
  await eachColumns(
    connection,
    Columns,
    sql`SELECT individual_no, CAST(dense_rank() OVER (ORDER BY ${FAMILY}) - 1 AS INTEGER), ${stratumNo},
        coalesce(father_no, 0), coalesce(mother_no, 0),
        CAST(CASE WHEN father_no IS NULL OR mother_no IS NULL THEN 0
          ELSE dense_rank() OVER (ORDER BY father_no, mother_no) END AS INTEGER)
      FROM individual i ORDER BY individual_no`,
    (columns) => {
      for (const [place, column] of columns.entries()) for (const number of column) read[place]?.push(number)
    },
  )
  const [numbers = [], families = [], stratumNos = [], fathers = [], mothers = [], sibships = []] = read
  const last = numbers.at(-1) ?? 0
  const byNumber = (column: readonly number[]) => {
    const array = new Int32Array(last + 1)
    for (const [at, number] of numbers.entries()) array[number] = column[at] ?? 0
    return array
  }
  const places = stratumNos.map((stratum) => placeOf.get(stratum) ?? 0)
  const byCollection = new Map<string, number[]>()
  for (const [at, number] of numbers.entries()) {
    const collection = strata[places[at] ?? 0]?.collection ?? ''
    const own = byCollection.get(collection) ?? []
    own.push(number)
    byCollection.set(collection, own)
  }
  const words = wordsFor(last)
  return {
    all: bitmapOf(numbers, words),
    familyOf: byNumber(families),
    families: 1 + largest(families),
    fatherOf: byNumber(fathers),
    motherOf: byNumber(mothers),
    sibshipOf: byNumber(sibships),
    sibships: 1 + largest(sibships),
    stratumOf: byNumber(places),
    strata,
    byCollection: new Map([...byCollection].map(([collection, own]) => [collection, bitmapOf(own, words)])),
  }
}

function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0)
}
