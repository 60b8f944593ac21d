import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import { mayRead } from '#domain/access.ts'
import { countOf } from '#domain/numbers.ts'
import {
  type MayBeCounted,
  readEarlierReleases,
  readObservationHistory,
} from '#server/disclosure/guard/releases-before.ts'
import { AccountLedger, type LedgerOwner, readIndividualLayout } from '#server/disclosure/guard/stored-ledger.ts'
import type { CohortParts } from '#server/disclosure/ledger/compound-tables.ts'
import type { Published, Table } from '#server/disclosure/ledger/count-table.ts'
import { type CollectionRegion, type IndividualLayout, knownAt } from '#server/disclosure/ledger/individual-layout.ts'
import { randomBelow } from '#server/disclosure/ledger/low-weight-search.ts'
import { type IndividualSet, sizeOf, unionOf } from '#server/disclosure/ledger/participant-set.ts'
import type { Bins } from '#server/engine/counts/bins.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import type { Release } from '#server/model/release.ts'
import { type User, countsReadableOnly, isSuppressing } from '#server/model/user.ts'
import { type PromiseCache, createPromiseCache } from '#server/platform/cache/promise-cache.ts'
import type { Settings } from '#server/platform/configuration/settings.ts'
import { perAnswersVersion, readAnswersVersion } from '#server/platform/db/data-version.ts'
import { type Connection, type Database, rowsOf } from '#server/platform/db/database.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import type { Random } from '#server/platform/process/runtime.ts'

/** Cached cohorts of an account. */
const COHORTS_HELD = 300
/** Cached margins, about ten sets each. */
const MARGINS_HELD = 200
/** Cached ledgers, about 12 MB each at most. Others are read from the database. */
const LEDGERS_HELD = 24

/** Counts of a catalog variable's answers over all unreadable individuals; null if suppressed. */
export interface Margin {
  /** Bins of a number; null if there are too few answers. */
  readonly bins: Bins | null
  readonly counts: ReadonlyMap<string, number | null>
  /** Number of individuals with an answer by collection; absent if suppressed. */
  readonly answered: ReadonlyMap<string, number>
  readonly published: readonly Published[]
}

/** Disclosure control for one user: which counts of unreadable individuals are shown. */
export interface Guard {
  readonly minimumCell: number
  readonly layout: IndividualLayout
  /** Unreadable collections with at least one individual. */
  readonly regions: ReadonlyMap<string, CollectionRegion>
  readonly allUnreadable: IndividualSet
  /** The last release of each data version before the present one, oldest first. */
  readonly earlier: readonly Release[]
  /** Margin of a variable over All Individuals, cached by data version. */
  readonly margins: (variable: CatalogVariable, read: () => Promise<Margin>) => Promise<Margin>
  /** Decisions about a cohort, cached by data version. */
  readonly cohortParts: (cohortId: number, decide: () => Promise<CohortParts>) => Promise<CohortParts>
  /**
   * Decides which cells of each table are shown, and stores the decisions, under the write lock. A connection within a
   * change holds the lock already. Returns the count of each cell, or null if it is suppressed.
   */
  readonly decide: (
    tables: readonly Table[],
    published: readonly Published[],
    changing?: Connection,
  ) => Promise<(readonly (number | null)[])[]>
}

/** Whether every collection with individuals is unreadable, so that every count is of unreadable individuals. */
export function isAllUnreadable({ layout, regions }: Guard): boolean {
  return regions.size === layout.regions.size
}

export interface DisclosureControl {
  /** Null where nothing is suppressed: the user may read every record, or UNREADABLE_COUNTS is another one. */
  readonly guardFor: (connection: Connection, user: User) => Promise<Guard | null>
  readonly observations: (connection: Connection) => Promise<MayBeCounted>
}

interface Held {
  readonly ledger: AccountLedger
  readonly parts: PromiseCache<CohortParts>
}

/** Decides which counts of unreadable individuals are shown (MIN_CELL), and records every decision. */
export function createDisclosureControl(
  database: Database,
  { minimumCell }: Pick<Settings, 'minimumCell'>,
  random: Random,
): DisclosureControl {
  const layouts = perAnswersVersion(readIndividualLayout)
  const releases = perAnswersVersion(readEarlierReleases)
  const observations = perAnswersVersion(async (connection) =>
    readObservationHistory(connection, await layouts(connection), await releases(connection), minimumCell),
  )
  const margins = perAnswersVersion(async () => createPromiseCache<Margin>(MARGINS_HELD))
  const ledgers = new LRUCache<string, Held>({ max: LEDGERS_HELD })

  return {
    observations,
    guardFor: async (connection, user) => {
      if (countsReadableOnly(user) || !isSuppressing(user)) return null
      const layout = await layouts(connection)
      const regions = new Map([...layout.regions].filter(([collection]) => !user.collections.includes(collection)))
      if (regions.size === 0) return null
      const allUnreadable = unionOf([...regions.values()].map(({ individuals }) => individuals))
      const answers = await readAnswersVersion(connection)
      const owner = { accountId: user.accountId, answers, lastIndividual: layout.lastIndividual }
      const earlier = await releases(connection)
      const key = JSON.stringify([owner.accountId, answers, [...regions.keys()]])
      const held = () => heldFor(key, owner, { layout, allUnreadable, regions, earlier })
      const marginsHeld = await margins(connection)
      const toShow = (tables: readonly Table[], decided: readonly (readonly boolean[] | null)[]) =>
        tables.map(({ cells }, place) =>
          cells.map(({ individuals }, index) => (decided[place]?.[index] ? sizeOf(individuals) : null)),
        )
      return {
        minimumCell,
        layout,
        regions,
        allUnreadable,
        earlier,
        margins: (variable, read) => marginsHeld.get(JSON.stringify([variable.name, ...regions.keys()]), read),
        cohortParts: (cohortId, decide) => held().parts.get(String(cohortId), decide),
        decide: async (tables, published, changing) => {
          const { ledger } = held()
          const known = tables.map((table) => ledger.decided(table))
          const isDecided = known.every((decided) => decided !== null)
          if (isDecided) return toShow(tables, known)
          const locked = async (tx: Connection) => {
            // Counted before an import that has ended since: the ledger of these data is closed.
            if ((await readAnswersVersion(tx)) !== answers) return tables.map(({ cells }) => cells.map(() => false))
            return held().ledger.decide(tx, tables, published)
          }
          try {
            return toShow(tables, await (changing ? locked(changing) : withWriteLock(database, locked)))
          } catch (error) {
            ledgers.delete(key)
            throw error
          } finally {
            // The change may still be rolled back: the next request reads the stored decisions.
            if (changing) ledgers.delete(key)
          }
        },
      }
    },
  }

  function heldFor(key: string, owner: LedgerOwner, individuals: GuardedIndividuals): Held {
    const known = ledgers.get(key)
    if (known) return known
    const ledger = new AccountLedger(
      owner,
      { ...individuals, earlier: sizesBefore(individuals) },
      minimumCell,
      randomBelow(random),
    )
    const held = { ledger, parts: createPromiseCache<CohortParts>(COHORTS_HELD) }
    ledgers.set(key, held)
    return held
  }
}

type GuardedIndividuals = Pick<Guard, 'layout' | 'allUnreadable' | 'regions' | 'earlier'>

/** The unreadable collections as they were at earlier releases, where they have grown since. */
function sizesBefore({ regions, earlier }: GuardedIndividuals): IndividualSet[] {
  return [...regions.values()].flatMap((region) => {
    const counts = new Map(earlier.map(({ lastIndividual }) => [region.countUpTo(lastIndividual), lastIndividual]))
    return [...counts]
      .filter(([count]) => count > 0 && count < region.size)
      .map(([, lastIndividual]) => knownAt(region, lastIndividual))
  })
}

const Account = v.object({ is_admin: v.boolean(), collections: v.array(v.string()) })
const Collection = v.object({ collection: v.string() })

/** A warning at start-up where accounts have restricted access and all counts are shown; else null. */
export async function minimumCellWarning(connection: Connection, minimumCell: number): Promise<string | null> {
  if (minimumCell > 1) return null
  const accounts = await rowsOf(connection, Account, `SELECT is_admin, collections FROM account`)
  const present = await rowsOf(connection, Collection, `SELECT DISTINCT collection FROM individual`)
  const restricted = accounts.filter(({ is_admin: isAdmin, collections }) =>
    present.some(({ collection }) => !mayRead({ isAdmin, collections }, collection)),
  )
  if (restricted.length === 0) return null
  return `UNREADABLE_COUNTS is shown: ${countOf(restricted.length, 'account')} without access to every collection can find numbers and dates of single individuals by comparisons. Set UNREADABLE_COUNTS to suppressed or none.`
}
