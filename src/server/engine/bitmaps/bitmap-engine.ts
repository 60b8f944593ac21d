import { LRUCache } from 'lru-cache'
import { type Reader, mayRead } from '#domain/access.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { bytesOfCodes, readAnswerCodes, type AnswerCodes } from '#server/engine/bitmaps/answer-codes.ts'
import type { BitmapData, OutcomesByCode } from '#server/engine/bitmaps/bitmap-data.ts'
import { type Bitmap, intersect } from '#server/engine/bitmaps/bitmap.ts'
import { conditionOutcome, readableBy } from '#server/engine/bitmaps/condition-outcome.ts'
import { readFamilies, type Families } from '#server/engine/bitmaps/families.ts'
import { readIndividuals, type Individuals } from '#server/engine/bitmaps/individuals.ts'
import { readKinship, type Kinship } from '#server/engine/bitmaps/kinship.ts'
import { readMembers } from '#server/engine/bitmaps/membership.ts'
import type { LeafOutcome } from '#server/engine/bitmaps/rule-outcomes.ts'
import type { CountAnswers } from '#server/engine/sources/count-answers.ts'
import { countsReadableOnly } from '#server/model/user.ts'
import { createPromiseCache } from '#server/platform/cache/promise-cache.ts'
import { readAnswersVersion } from '#server/platform/db/data-version.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { loadOn, uninterrupted } from '#server/platform/db/scope.ts'

/** The individuals that are counted for a reader, as if the database had no others. */
interface Universe {
  readonly individuals: Individuals
  readonly families: () => Promise<Families>
}

/** Universes of one data version by the readable collections. */
type Universes = LRUCache<string, Universe>

/** Each takes about a bitmap, and twelve bytes a family once pedigrees are counted. */
const UNIVERSES_KEPT = 8

function createUniverses(): Universes {
  return new LRUCache({ max: UNIVERSES_KEPT })
}

/**
 * The data as of a reader. Where unreadable individuals are counted nowhere they are in no set, stratum or family, and
 * no outcome is theirs: no count can depend on them.
 */
function dataFor(reader: Reader, data: BitmapData, universes: Universes): BitmapData {
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

export interface BitmapEngine {
  /**
   * The data as of a reader. Not for use in a transaction, whose changes it does not see. Repeats `work` if the data
   * changed during it.
   */
  readonly read: <Result>(
    connection: Connection,
    reader: Reader,
    work: (data: BitmapData) => Promise<Result>,
  ) => Promise<Result>
}

/** The individuals of a data version, and the caches of their answers. */
interface Version {
  readonly version: string
  readonly loaded: Promise<{ readonly individuals: Individuals; readonly kept: Kept }>
}

type Kept = ReturnType<typeof createKept>

/**
 * Keeps codes of answers, outcomes of conditions and members of cohorts in at most `bytesMax` bytes, by default the
 * larger of 128 MB and 64 bytes for each individual. The individuals themselves take some 12 bytes each.
 */
export function createBitmapEngine(count: CountAnswers, bytesMax: number | null = null): BitmapEngine {
  let known: Version | null = null

  function versionOf(connection: Connection, version: string): Version {
    if (known?.version === version) return known
    const loading = { version, loaded: loadOn(connection, (leased) => load(leased, bytesMax)) }
    known = loading
    loading.loaded.catch(() => {
      if (known === loading) known = null
    })
    return loading
  }

  return {
    read: async (connection, reader, work) => {
      for (;;) {
        const version = await readAnswersVersion(connection)
        const current = versionOf(connection, version)
        const { individuals, kept } = await current.loaded
        const result = await work(dataFor(reader, dataOf(connection, count, individuals, kept), kept.universes))
        // The data changed during the reading: the bitmaps may be of both versions.
        if ((await readAnswersVersion(connection)) === version) return result
        if (known === current) known = null
      }
    },
  }
}

const LEAST_BYTES = 128 * 1024 * 1024
const BYTES_OF_INDIVIDUAL = 64
/** Outcomes of conditions by code, of all conditions together. */
const OUTCOMES_MAX = 500_000

async function load(connection: Connection, bytesMax: number | null) {
  const individuals = await readIndividuals(connection)
  return {
    individuals,
    kept: createKept(bytesMax ?? Math.max(LEAST_BYTES, individuals.count * BYTES_OF_INDIVIDUAL)),
  }
}

function createKept(bytesMax: number) {
  const share = Math.round(bytesMax / 4)
  return {
    catalogCodes: createPromiseCache<AnswerCodes | null>(share, (codes) => (codes ? bytesOfCodes(codes) : 1)),
    custom: createPromiseCache(share, bytesOfCodes),
    outcomes: createPromiseCache<LeafOutcome>(
      share,
      ({ yes, no, hasRecord }) => yes.byteLength + no.byteLength + hasRecord.byteLength,
    ),
    outcomesByCode: createPromiseCache<OutcomesByCode>(OUTCOMES_MAX, ({ length }) => length),
    members: createPromiseCache<Bitmap>(share, (bitmap) => bitmap.byteLength),
    families: createPromiseCache<Families>(1),
    kinship: createPromiseCache<Kinship>(1),
    universes: createUniverses(),
  }
}

function dataOf(connection: Connection, count: CountAnswers, individuals: Individuals, kept: Kept): BitmapData {
  const { catalogCodes, custom, outcomes, outcomesByCode, members, families, kinship } = kept
  const data: BitmapData = {
    connection,
    count,
    individuals,
    families: () => families.get('', () => readFamilies(individuals)),
    kinship: () => kinship.get('', () => loadOn(connection, (leased) => readKinship(leased, individuals))),
    codesOf: (variable) =>
      catalogCodes.get(JSON.stringify([variable.tableName, variable.columnName]), () =>
        loadOn(connection, (leased) => readAnswerCodes(leased, variable, individuals)),
      ),
    membersOf: async (cohortId) =>
      cohortId === ROOT_COHORT_ID
        ? individuals.all
        : members.get(String(cohortId), () =>
            loadOn(connection, (leased) => readMembers(leased, cohortId, individuals)),
          ),
    outcomeOf: (tested) => conditionOutcome(data, tested),
    keptCodes: (key, read) => custom.get(key, () => loadOn(connection, () => read(shared))),
    keptOutcome: (key, read) => outcomes.get(key, () => loadOn(connection, () => read(shared))),
    keptOutcomesByCode: (key, read) => outcomesByCode.get(key, () => loadOn(connection, () => read(shared))),
  }
  const shared: BitmapData = {
    ...data,
    connection: uninterrupted(connection),
    outcomeOf: (tested) => conditionOutcome(shared, tested),
  }
  return data
}
