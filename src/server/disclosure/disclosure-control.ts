import * as v from 'valibot'
import { LRUCache } from 'lru-cache'
import { type User, isSuppressing } from '#server/model/user.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import type { CohortParts } from '#server/disclosure/cohort-parts.ts'
import { insertDecisions, readDecisions, type LedgerOwner } from '#server/disclosure/decision-rows.ts'
import { Ledger, type Table, type UnreadablePeople } from '#server/disclosure/ledger.ts'
import type { RandomBelow } from '#server/disclosure/low-weight-search.ts'
import type { Margin } from '#server/disclosure/margins.ts'
import { readPeopleLayout, type CollectionRegion, type PeopleLayout } from '#server/disclosure/people-layout.ts'
import { unionOf, type PeopleSet } from '#server/disclosure/people-set.ts'
import { createPromiseCache, type PromiseCache } from '#server/platform/cache/promise-cache.ts'
import { createPause } from '#server/platform/scheduling/yield.ts'
import type { Random } from '#server/platform/process/runtime.ts'
import { withWriteLock, type Connection, type Database, rowsOf } from '#server/platform/db/database.ts'
import { perAnswersVersion, versionsOf } from '#server/platform/db/data-version.ts'
import { mayRead } from '#domain/access.ts'
import { countOf } from '#domain/numbers.ts'

/** Cohorts of an account whose parts are held. */
const COHORTS_HELD = 300
/** Margins held in memory, some ten sets each. */
const MARGINS_HELD = 200
/** Random bytes drawn at once: each draw is a call to the system. */
const DRAWN_BYTES = 4_096
/** Ledgers held in memory: at most some 12 MB each; others are read from the database again. */
const LEDGERS_HELD = 12

/** A count that every user may know: not stored, but part of what differencing attacks may use. */
export interface Published {
  readonly key: string
  readonly family: string | null
  readonly people: PeopleSet
}

/** Disclosure control for one user: which counts of unreadable individuals are shown. */
export interface Guard {
  readonly minimumCell: number
  readonly layout: PeopleLayout
  /** The collections that the user may not read and that hold people. */
  readonly regions: ReadonlyMap<string, CollectionRegion>
  readonly everybody: PeopleSet
  /** The published counts of a variable over everybody, cached until the answers change. */
  readonly margins: (variable: CatalogVariable, read: () => Promise<Margin>) => Promise<Margin>
  /** The decisions about a cohort, cached until the answers change. */
  readonly cohortParts: (cohortId: number, decide: () => Promise<CohortParts>) => Promise<CohortParts>
  /**
   * Decides in one locked step which cells of each table are shown, and keeps the decisions. A connection in the midst
   * of a change is the lock already.
   */
  readonly decide: (
    tables: readonly Table[],
    published: readonly Published[],
    changing?: Connection,
  ) => Promise<(readonly boolean[])[]>
}

/** Whether the user may read no collection that holds participants: every count is of unreadable ones. */
export function isEverybodyUnreadable({ layout, regions }: Guard): boolean {
  return regions.size === layout.regions.size
}

export interface DisclosureControl {
  /** Null where nothing is suppressed: the user reads the records of everybody, or MIN_CELL is off. */
  readonly guardFor: (connection: Connection, user: User) => Promise<Guard | null>
}

interface Held {
  readonly ledger: Ledger
  /** By cohort. */
  readonly parts: PromiseCache<CohortParts>
  /** The place in the database of the next decision. */
  next: number
}

/** The one place that decides which counts of unreadable people are shown (MIN_CELL), and remembers what was. */
export function createDisclosureControl(database: Database, minimumCell: number, random: Random): DisclosureControl {
  const layouts = perAnswersVersion(readPeopleLayout)
  const margins = perAnswersVersion(async () => createPromiseCache<Margin>(MARGINS_HELD))
  const ledgers = new LRUCache<string, Held>({ max: LEDGERS_HELD })

  return {
    guardFor: async (connection, user) => {
      if (!isSuppressing({ reader: user, minimumCell })) return null
      const layout = await layouts(connection)
      const regions = new Map([...layout.regions].filter(([collection]) => !user.collections.includes(collection)))
      if (regions.size === 0) return null
      const everybody = unionOf([...regions.values()].map(({ people }) => people))
      const { answers } = await versionsOf(connection)
      const owner = { accountId: user.accountId, answers }
      const key = JSON.stringify([owner.accountId, answers, [...regions.keys()]])
      const held = () => heldFor(key, { everybody, regions })
      const marginsHeld = await margins(connection)
      return {
        minimumCell,
        layout,
        regions,
        everybody,
        margins: (variable, read) => marginsHeld.get(JSON.stringify([variable.name, ...regions.keys()]), read),
        cohortParts: (cohortId, decide) => held().parts.get(String(cohortId), decide),
        decide: async (tables, published, changing) => {
          const { ledger } = held()
          const known = tables.map((table) => ledger.decided(table))
          const isDecided = known.every((decided) => decided !== null)
          if (isDecided) return known.map((decided) => decided ?? [])
          const locked = (own: Connection) => decideLocked(own, owner, held(), tables, published)
          try {
            return await (changing ? locked(changing) : withWriteLock(database, locked))
          } catch (error) {
            ledgers.delete(key)
            throw error
          } finally {
            // Whether the change is committed is not known here: the next request reads the stored decisions.
            if (changing) ledgers.delete(key)
          }
        },
      }
    },
  }

  function heldFor(key: string, people: UnreadablePeople): Held {
    const known = ledgers.get(key)
    if (known) return known
    const ledger = new Ledger(people, minimumCell, randomBelow(random))
    const held = { ledger, parts: createPromiseCache<CohortParts>(COHORTS_HELD), next: 0 }
    ledgers.set(key, held)
    return held
  }
}

async function decideLocked(
  connection: Connection,
  owner: LedgerOwner,
  held: Held,
  tables: readonly Table[],
  published: readonly Published[],
): Promise<(readonly boolean[])[]> {
  const { ledger } = held
  const pause = createPause()
  // Another server, or a server before this one, may have made some.
  for (const { place, ...decision } of await readDecisions(connection, owner, held.next)) {
    ledger.replay(decision)
    held.next = place + 1
    await pause()
  }
  for (const { key, family, people } of published) ledger.publish(key, family, people)
  const decided = tables.map((table) => ledger.decide(table))
  const made = decided.flatMap((own) => own.made)
  await insertDecisions(connection, owner, held.next, made)
  held.next += made.length
  return decided.map(({ isShown }) => isShown)
}

/** Uniform enough for samples: the bias of 32 bits is far below their error. */
function randomBelow(random: Random): RandomBelow {
  let drawn: DataView | null = null
  let at = 0
  return (bound) => {
    if (!drawn || at === DRAWN_BYTES) {
      drawn = new DataView(Uint8Array.from(random(DRAWN_BYTES)).buffer)
      at = 0
    }
    at += 4
    return drawn.getUint32(at - 4) % bound
  }
}

const ADVISED_MINIMUM = 5

const Account = v.object({ is_admin: v.boolean(), collections: v.array(v.string()) })
const Collection = v.object({ collection: v.string() })

/** A warning at start-up where no small count is suppressed for accounts with restricted access, or null. */
export async function minimumCellWarning(connection: Connection, minimumCell: number): Promise<string | null> {
  if (minimumCell > 1) return null
  const accounts = await rowsOf(connection, Account, `SELECT is_admin, collections FROM account`)
  const present = await rowsOf(connection, Collection, `SELECT DISTINCT collection FROM individual`)
  const restricted = accounts.filter(({ is_admin: isAdmin, collections }) =>
    present.some(({ collection }) => !mayRead({ isAdmin, collections }, collection)),
  )
  if (restricted.length === 0) return null
  return `MIN_CELL is ${minimumCell}: ${countOf(restricted.length, 'account')} without access to every collection can find numbers and dates of single individuals by comparisons. Set MIN_CELL to ${ADVISED_MINIMUM} or more.`
}
