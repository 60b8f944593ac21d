import * as v from 'valibot'
import { addPlace, addPlaces, firstPlaces, wordsFor, type Bitmap } from '#server/engine/bitmaps/bitmap.ts'
import { StratumRow, type Stratum } from '#server/engine/sources/count-answers.ts'
import { eachColumns, Numbers, rowsOf, Texts, type Connection } from '#server/platform/db/database.ts'
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

const Columns = v.tuple([Numbers, Numbers, v.union([Numbers, Texts]), Numbers])

/** A batch of rows by column. Families have arbitrary numbers, from 1; an individual without one has 0. */
interface Batch {
  readonly numbers: Int32Array
  readonly strata: Int32Array
  readonly families: Int32Array
  readonly isPlaceholder: Int32Array
}

export async function readIndividuals(connection: Connection): Promise<Individuals> {
  const { dialect } = connection
  const rows = await rowsOf(connection, StratumRow, sql`SELECT * FROM (${raw(dialect.strata)}) s ORDER BY origin_no`)
  const placeOfStratum = new Map(rows.map(({ origin_no }, place) => [origin_no, place]))
  let batches: Batch[] = []
  await eachColumns(
    connection,
    Columns,
    sql`SELECT i.individual_no, i.origin_no, ${raw(dialect.familyKey)},
        CASE WHEN i.is_placeholder THEN 1 ELSE 0 END
      FROM ${raw(dialect.individualsWithStratum)} i`,
    () => {
      batches = []
      const numberFamily = createNumbering()
      return ([numbers, strata, families, isPlaceholder]) => {
        const batch = {
          numbers: new Int32Array(numbers),
          strata: new Int32Array(strata.length),
          families: new Int32Array(families.length),
          isPlaceholder: new Int32Array(isPlaceholder),
        }
        // Not Int32Array.from with a function, which takes nine times as long.
        for (let nth = 0; nth < numbers.length; nth++) {
          batch.strata[nth] = placeOfStratum.get(strata[nth] ?? 0) ?? 0
          batch.families[nth] = numberFamily(families[nth] ?? null)
        }
        batches.push(batch)
      }
    },
  )
  return place(batches, rows)
}

/** By the last character of the key: a Map holds at most 16.7 million keys, fewer than families in the largest studies. */
const MAPS = 64

/** Numbers families by their keys; 0 is no family. */
function createNumbering(): (key: number | string | null) => number {
  const maps = Array.from({ length: MAPS }, () => new Map<string, number>())
  let last = 0
  return (key) => {
    if (typeof key === 'number') return key
    if (key === null || key === '') return 0
    const map = maps[key.charCodeAt(key.length - 1) % MAPS]
    const known = map?.get(key)
    if (known !== undefined) return known
    map?.set(key, ++last)
    return last
  }
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
  const keyAt = new Int32Array(count)
  for (const { numbers, strata: strataOf, families, isPlaceholder } of batches) {
    for (let nth = 0; nth < numbers.length; nth++) {
      const position = addOne(next, strataOf[nth] ?? 0)
      numberAt[position] = numbers[nth] ?? 0
      placeOf[numbers[nth] ?? 0] = position
      keyAt[position] = families[nth] ?? 0
      if (isPlaceholder[nth] === 1) addPlace(placeholders, position)
    }
    await pause()
  }
  const inFamilies = await numberFamilies(keyAt, largest, pause)
  const all = firstPlaces(count)
  return { count, all, numberAt, placeOf, strata, byCollection: byCollection(strata, all), placeholders, ...inFamilies }
}

function placedStrata(rows: readonly v.InferOutput<typeof StratumRow>[], sizes: Int32Array): PlacedStratum[] {
  const strata: PlacedStratum[] = []
  for (const [nth, { origin_no: _, ...stratum }] of rows.entries()) {
    const from = strata.at(-1)?.to ?? 0
    strata.push({ stratum, from, to: from + (sizes[nth] ?? 0) })
  }
  return strata
}

/** Adds one to a count, and returns the count before. */
function addOne(counts: Int32Array, index: number): number {
  const before = counts[index] ?? 0
  counts[index] = before + 1
  return before
}

/** Places that are worked on without a pause. */
const PLACES_AT_ONCE = 1 << 20

/** Families in the order of their first places: their numbers are near each other where their members are. */
async function numberFamilies(
  keyAt: Int32Array,
  largest: number,
  pause: () => Promise<void>,
): Promise<Pick<Individuals, 'familyOf' | 'families'>> {
  const familyOf = new Int32Array(keyAt.length)
  const numbers = new Int32Array(largest + 1).fill(-1)
  let families = 0
  for (let from = 0; from < keyAt.length; from += PLACES_AT_ONCE) {
    const to = Math.min(from + PLACES_AT_ONCE, keyAt.length)
    for (let index = from; index < to; index++) {
      const key = keyAt[index] ?? 0
      const known = key === 0 ? -1 : (numbers[key] ?? -1)
      familyOf[index] = known === -1 ? families : known
      if (known !== -1) continue
      numbers[key] = families
      families++
    }
    await pause()
  }
  return { familyOf, families }
}

/** In the order of the strata, which is that of the collections. */
function byCollection(strata: readonly PlacedStratum[], all: Bitmap): ReadonlyMap<string, Bitmap> {
  const found = new Map<string, Bitmap>()
  for (const { stratum, from, to } of strata) {
    const bitmap = found.get(stratum.collection) ?? new Uint32Array(all.length)
    addPlaces(bitmap, from, to)
    found.set(stratum.collection, bitmap)
  }
  return found
}
