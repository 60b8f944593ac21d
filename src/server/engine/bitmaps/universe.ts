import { LRUCache } from 'lru-cache'
import { mayRead, type Reader } from '#domain/access.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { BitmapData } from '#server/engine/bitmaps/bitmap-data.ts'
import { intersect, type Bitmap } from '#server/engine/bitmaps/bitmap.ts'
import { readableBy } from '#server/engine/bitmaps/condition-outcome.ts'
import { readFamilies, type Families } from '#server/engine/bitmaps/families.ts'
import type { Individuals } from '#server/engine/bitmaps/individuals.ts'
import { countsReadableOnly } from '#server/model/user.ts'

/** The individuals that are counted for a reader, as if the database had no others. */
interface Universe {
  readonly individuals: Individuals
  readonly families: () => Promise<Families>
}

/** Universes of one data version by the readable collections. */
export type Universes = LRUCache<string, Universe>

/** Each takes about a bitmap, and twelve bytes a family once pedigrees are counted. */
const UNIVERSES_KEPT = 8

export function createUniverses(): Universes {
  return new LRUCache({ max: UNIVERSES_KEPT })
}

/**
 * The data as of a reader. Where unreadable individuals are counted nowhere they are in no set, stratum or family, and
 * no outcome is theirs: no count can depend on them.
 */
export function dataFor(reader: Reader, data: BitmapData, universes: Universes): BitmapData {
  if (!countsReadableOnly(reader)) return data
  const key = JSON.stringify(reader.collections.toSorted())
  const { individuals, families } = universes.get(key) ?? universeOf(reader, data.individuals)
  universes.set(key, { individuals, families })
  const within = (set: Bitmap) => intersect(set, individuals.all)
  return {
    ...data,
    individuals,
    families,
    membersOf: async (cohortId) =>
      cohortId === ROOT_COHORT_ID ? individuals.all : within(await data.membersOf(cohortId)),
    outcomeOf: async (tested) => {
      const { yes, no, hasRecord } = await data.outcomeOf(tested)
      return { yes: within(yes), no: within(no), hasRecord: within(hasRecord) }
    },
  }
}

function universeOf(reader: Reader, everyone: Individuals): Universe {
  // A bitmap of its own: counts are kept by the identity of their sets.
  const all = intersect(readableBy(reader, { individuals: everyone }), everyone.all)
  const individuals = {
    ...everyone,
    all,
    strata: everyone.strata.filter(({ stratum }) => mayRead(reader, stratum.collection)),
    byCollection: new Map([...everyone.byCollection].filter(([collection]) => mayRead(reader, collection))),
    placeholders: intersect(everyone.placeholders, all),
  }
  let families: Promise<Families> | null = null
  return { individuals, families: () => (families ??= readFamilies(individuals)) }
}
