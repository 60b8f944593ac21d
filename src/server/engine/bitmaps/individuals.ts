import * as v from 'valibot'
import { addPlace, addPlaces, firstPlaces, wordsFor, type Bitmap } from '#server/engine/bitmaps/bitmap.ts'
import { StratumRow, type Stratum } from '#server/engine/sources/count-answers.ts'
import { eachColumns, Numbers, rowsOf, type Connection } from '#server/platform/db/database.ts'
import { STRATUM_COLUMNS } from '#server/platform/db/dialect.ts'
import { raw, sql } from '#server/platform/db/sql.ts'
import { createPause } from '#server/platform/scheduling/yield.ts'

/** A stratum, and the places of its individuals: from `from` to before `to`. */
export interface PlacedStratum {
  readonly stratum: Stratum
  readonly from: number
  readonly to: number
}

/**
 * All individuals of a data version, each at a place of its own, from 0. Places are in the order of the strata, so that
 * the individuals of a stratum are counted by the words between two places.
 */
export interface Individuals {
  readonly count: number
  readonly all: Bitmap
  readonly numberAt: Int32Array
  /** By individual number; -1 for a number without an individual. */
  readonly placeOf: Int32Array
  readonly strata: readonly PlacedStratum[]
  readonly byCollection: ReadonlyMap<string, Bitmap>
  readonly placeholders: Bitmap
  /** The number of the family, from 0; an individual without one is a family of one. */
  readonly familyOf: Int32Array
  readonly families: number
}

const Columns = v.tuple([Numbers, Numbers, Numbers, Numbers])

const STRATA = sql`SELECT DISTINCT ${raw(STRATUM_COLUMNS.join(', '))} FROM individual`
/** PostgreSQL joins by the two columns that are never NULL, and compares the others of the rows found. */
const JOINED = raw(`i.collection = s.collection AND i.study_id = s.study_id
  AND i.consent IS NOT DISTINCT FROM s.consent AND i.dx_nimh IS NOT DISTINCT FROM s.dx_nimh`)

/** A batch of rows by column. The family is that of its first individual. */
interface Batch {
  readonly numbers: Int32Array
  readonly strata: Int32Array
  readonly firstOfFamily: Int32Array
  readonly isPlaceholder: Int32Array
}

export async function readIndividuals(connection: Connection): Promise<Individuals> {
  const order = raw(STRATUM_COLUMNS.join(', '))
  const strata = await rowsOf(
    connection,
    StratumRow,
    sql`SELECT *, CAST(row_number() OVER (ORDER BY ${order}) - 1 AS INTEGER) AS origin_no FROM (${STRATA}) s ORDER BY ${order}`,
  )
  const batches: Batch[] = []
  await eachColumns(
    connection,
    Columns,
    sql`WITH stratum AS (
        SELECT *, CAST(row_number() OVER (ORDER BY ${order}) - 1 AS INTEGER) AS stratum_no FROM (${STRATA}) s
      )
      SELECT i.individual_no, s.stratum_no,
        CASE WHEN i.family_id IS NULL THEN i.individual_no
          ELSE min(i.individual_no) OVER (PARTITION BY i.family_id) END,
        CASE WHEN i.is_placeholder THEN 1 ELSE 0 END
      FROM individual i JOIN stratum s ON ${JOINED}`,
    ([numbers, strataOf, firstOfFamily, isPlaceholder]) => {
      batches.push({
        numbers: Int32Array.from(numbers),
        strata: Int32Array.from(strataOf),
        firstOfFamily: Int32Array.from(firstOfFamily),
        isPlaceholder: Int32Array.from(isPlaceholder),
      })
    },
  )
  return place(batches, strata)
}

/** By counting: sorting ten million takes twenty times as long. */
async function place(
  batches: readonly Batch[],
  rows: readonly v.InferOutput<typeof StratumRow>[],
): Promise<Individuals> {
  const pause = createPause()
  const sizes = new Int32Array(rows.length)
  let largest = 0
  for (const { numbers, strata } of batches) {
    for (let nth = 0; nth < numbers.length; nth++) {
      addOne(sizes, strata[nth] ?? 0)
      largest = Math.max(largest, numbers[nth] ?? 0)
    }
    await pause()
  }
  const strata = placedStrata(rows, sizes)
  const count = strata.at(-1)?.to ?? 0
  const next = Int32Array.from(strata, ({ from }) => from)
  const numberAt = new Int32Array(count)
  const placeOf = new Int32Array(largest + 1).fill(-1)
  const placeholders = new Uint32Array(wordsFor(count))
  const firstAt = new Int32Array(count)
  for (const { numbers, strata: strataOf, firstOfFamily, isPlaceholder } of batches) {
    for (let nth = 0; nth < numbers.length; nth++) {
      const own = addOne(next, strataOf[nth] ?? 0)
      numberAt[own] = numbers[nth] ?? 0
      placeOf[numbers[nth] ?? 0] = own
      firstAt[own] = firstOfFamily[nth] ?? 0
      if (isPlaceholder[nth] === 1) addPlace(placeholders, own)
    }
    await pause()
  }
  const families = await numberFamilies(firstAt, largest, pause)
  const all = firstPlaces(count)
  return { count, all, numberAt, placeOf, strata, byCollection: byCollection(strata, all), placeholders, ...families }
}

function placedStrata(rows: readonly v.InferOutput<typeof StratumRow>[], sizes: Int32Array): PlacedStratum[] {
  const strata: PlacedStratum[] = []
  for (const [nth, { origin_no: _, ...stratum }] of rows.entries()) {
    const from = strata.at(-1)?.to ?? 0
    strata.push({ stratum, from, to: from + (sizes[nth] ?? 0) })
  }
  return strata
}

/** Adds one, and returns what was there. */
function addOne(counts: Int32Array, at: number): number {
  const before = counts[at] ?? 0
  counts[at] = before + 1
  return before
}

/** Places that are worked on without a pause. */
const PLACES_AT_ONCE = 1 << 20

/** Families in the order of their first places: their numbers are near each other where their members are. */
async function numberFamilies(
  firstAt: Int32Array,
  largest: number,
  pause: () => Promise<void>,
): Promise<Pick<Individuals, 'familyOf' | 'families'>> {
  const familyOf = new Int32Array(firstAt.length)
  const numbers = new Int32Array(largest + 1).fill(-1)
  let families = 0
  for (let from = 0; from < firstAt.length; from += PLACES_AT_ONCE) {
    const to = Math.min(from + PLACES_AT_ONCE, firstAt.length)
    for (let at = from; at < to; at++) {
      const first = firstAt[at] ?? 0
      if (numbers[first] === -1) numbers[first] = families++
      familyOf[at] = numbers[first] ?? 0
    }
    await pause()
  }
  return { familyOf, families }
}

/** In the order of the strata, which is that of the collections. */
function byCollection(strata: readonly PlacedStratum[], all: Bitmap): ReadonlyMap<string, Bitmap> {
  const found = new Map<string, Bitmap>()
  for (const { stratum, from, to } of strata) {
    const own = found.get(stratum.collection) ?? new Uint32Array(all.length)
    addPlaces(own, from, to)
    found.set(stratum.collection, own)
  }
  return found
}
