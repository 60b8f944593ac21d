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
  /** The index in `strata`. */
  readonly stratumOf: Int32Array
  readonly strata: readonly Stratum[]
  readonly byCollection: ReadonlyMap<string, Bitmap>
}

const Columns = v.tuple([Numbers, Numbers, Numbers])

export async function readIndividuals(connection: Connection): Promise<Individuals> {
  const stratumNo = raw(connection.dialect.stratumNo)
  const rows = await rowsOf(
    connection,
    StratumRow,
    sql`SELECT DISTINCT ${stratumNo} AS origin_no, ${raw(STRATUM_COLUMNS.join(', '))} FROM individual ORDER BY 1`,
  )
  const placeOf = new Map(rows.map(({ origin_no }, place) => [origin_no, place]))
  const strata = rows.map(({ collection, study_id, consent, dx_nimh }) => ({ collection, study_id, consent, dx_nimh }))
  const [numbers, families, places]: [number[], number[], number[]] = [[], [], []]
  await eachColumns(
    connection,
    Columns,
    sql`SELECT individual_no, CAST(dense_rank() OVER (ORDER BY ${FAMILY}) - 1 AS INTEGER), ${stratumNo}
      FROM individual i ORDER BY individual_no`,
    ([own, family, stratum]) => {
      for (const [at, number] of own.entries()) {
        numbers.push(number)
        families.push(family[at] ?? 0)
        places.push(placeOf.get(stratum[at] ?? 0) ?? 0)
      }
    },
  )
  return individualsOf(numbers, families, places, strata)
}

function individualsOf(
  numbers: readonly number[],
  families: readonly number[],
  places: readonly number[],
  strata: readonly Stratum[],
): Individuals {
  const last = numbers.at(-1) ?? 0
  const [familyOf, stratumOf] = [new Int32Array(last + 1), new Int32Array(last + 1)]
  const byCollection = new Map<string, number[]>()
  let count = 0
  for (const [at, number] of numbers.entries()) {
    familyOf[number] = families[at] ?? 0
    count = Math.max(count, 1 + (families[at] ?? 0))
    stratumOf[number] = places[at] ?? 0
    const collection = strata[places[at] ?? 0]?.collection ?? ''
    const own = byCollection.get(collection) ?? []
    own.push(number)
    byCollection.set(collection, own)
  }
  const words = wordsFor(last)
  return {
    all: bitmapOf(numbers, words),
    familyOf,
    families: count,
    stratumOf,
    strata,
    byCollection: new Map([...byCollection].map(([collection, own]) => [collection, bitmapOf(own, words)])),
  }
}
