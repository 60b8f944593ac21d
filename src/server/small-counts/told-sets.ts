import { mayRead } from '#domain/access.ts'
import { isSmall } from '#domain/hidden-cells.ts'
import type { User } from '#server/accounts/user.ts'
import { isDiscreet } from '#server/queries/closed.ts'
import { membersOfCohorts } from '#server/queries/cohort-plan.ts'
import { cohortsOf, type SavedCohort } from '#server/queries/cohorts.ts'
import type { FindMembers } from '#server/queries/members.ts'
import { differenceOf } from '#server/small-counts/compare-people.ts'
import {
  originKey,
  readPeopleBits,
  readPeopleLayout,
  type OriginWords,
  type PeopleBits,
  type PeopleLayout,
} from '#server/small-counts/people-bits.ts'
import type { ToldMemory } from '#server/small-counts/told-memory.ts'
import { perDataVersion } from '#server/storage/data-version.ts'
import type { Connection } from '#server/storage/database.ts'

/** Saved cohorts whose members are kept so. */
const COHORTS_KEPT = 1000

/** Where the numbers of some people would tell of few whom the user may not read: origins and whole collections. */
export interface Telling {
  readonly ofOrigin: (row: Parameters<typeof originKey>[0]) => boolean
  readonly ofCollection: (collection: string) => boolean
}

const TELLS_NOTHING: Telling = { ofOrigin: () => false, ofCollection: () => false }

export interface AskedPeople {
  /** The sets whose sizes would be told, or could be worked out of what is told. */
  readonly sets: readonly FindMembers[]
  /** The cohort that they are, where it is saved: it is compared with those saved before it. */
  readonly savedAs?: number
}

/** Compares the people counted with those whose numbers the same user was told. */
export interface ToldSets {
  /** What telling their numbers would tell; they count as told from now on, but for these. */
  readonly tell: (connection: Connection, user: User, asked: AskedPeople) => Promise<Telling>
  /** Cohorts that are about to be deleted. */
  readonly remember: (connection: Connection, user: User, cohorts: readonly SavedCohort[]) => Promise<void>
}

interface Told {
  readonly bits: PeopleBits
  readonly isTold: (part: ClosedPart) => boolean
}

/**
 * Remembers whose numbers each user was told: two cohorts of which one lies within
 * the other tell by their difference of those between them (MIN_CELL). Saved cohorts need no remembering.
 */
export function createToldSets(minimumCell: number, memory: ToldMemory): ToldSets {
  const perVersion = perDataVersion(async (connection) => ({
    layout: await readPeopleLayout(connection),
    cohorts: new Map<number, Promise<PeopleBits>>(),
  }))
  const isTelling = (bits: PeopleBits, { bits: other }: Pick<Told, 'bits'>, { within }: ClosedPart) =>
    isSmall(differenceOf(bits, other, within), minimumCell)

  /** The cohorts saved before; of one that is itself of few people nothing was told. */
  async function savedBefore(connection: Connection, user: User, savedAs: number | undefined): Promise<Told[]> {
    const { layout, cohorts } = await perVersion(connection)
    const saved: Told[] = []
    for (const { cohortid } of await cohortsOf(connection, user.accountId)) {
      if (savedAs !== undefined && cohortid >= savedAs) continue
      const members = membersOfCohorts({ cohortId: cohortid, reader: user })
      const reading = cohorts.get(cohortid) ?? readPeopleBits(connection, layout, members)
      reading.catch(() => cohorts.delete(cohortid))
      keepLast(cohorts, cohortid, reading, COHORTS_KEPT)
      const bits = await reading
      saved.push({ bits, isTold: (part) => !alwaysTold(layout).some((other) => isTelling(bits, other, part)) })
    }
    return saved
  }

  const toldSets: ToldSets = {
    remember: async (connection, user, cohorts) => {
      for (const { cohortid } of cohorts) {
        await toldSets.tell(connection, user, { sets: [membersOfCohorts({ cohortId: cohortid, reader: user })] })
      }
    },
    tell: async (connection, user, asked) => {
      if (!isDiscreet({ reader: user, minimumCell })) return TELLS_NOTHING
      return memory.alone(connection, user.accountId, () => tellAlone(connection, user, asked))
    },
  }
  return toldSets

  async function tellAlone(connection: Connection, user: User, { sets, savedAs }: AskedPeople): Promise<Telling> {
    const { layout } = await perVersion(connection)
    const before = (await memory.of(connection, user.accountId)).map(({ bits, untold }): Told => ({
      bits,
      isTold: ({ key }) => !untold.has(key),
    }))
    const others = [...alwaysTold(layout), ...(await savedBefore(connection, user, savedAs)), ...before]
    const own: PeopleBits[] = []
    for (const set of sets) own.push(await readPeopleBits(connection, layout, set))

    const telling = new Set<string>()
    for (const part of closedParts(layout.origins, user)) {
      const isFew = own.some((bits) => others.some((other) => other.isTold(part) && isTelling(bits, other, part)))
      // The number of a collection is that of an origin where nobody is of another.
      const inside = part.within.filter((origin) => own.some((bits) => differenceOf(bits, layout.nobody, [origin]) > 0))
      const isOneOrigin = inside.length === 1 && inside.some(({ key }) => telling.has(key))
      if (isFew || isOneOrigin) telling.add(part.key)
    }
    if (savedAs === undefined) {
      await memory.add(
        connection,
        user.accountId,
        own.map((bits) => ({ bits, untold: telling })),
      )
    }
    return {
      ofOrigin: (row) => telling.has(originKey(row)),
      ofCollection: (collection) => telling.has(collection),
    }
  }
}

function alwaysTold({ nobody, everybody }: PeopleLayout): Told[] {
  return [nobody, everybody].map((bits) => ({ bits, isTold: () => true }))
}

/** An origin or a collection. */
interface ClosedPart {
  readonly key: string
  readonly within: readonly OriginWords[]
}

/** The origins that the user may not read by their keys, and after them their collections by their codes. */
function closedParts(origins: readonly OriginWords[], user: User): readonly ClosedPart[] {
  const closed = origins.filter(({ collection }) => !mayRead(user, collection))
  const collections = new Set(closed.map(({ collection }) => collection))
  return [
    ...closed.map((origin) => ({ key: origin.key, within: [origin] })),
    ...[...collections].map((key) => ({ key, within: closed.filter(({ collection }) => collection === key) })),
  ]
}

/** Puts an entry last, and lets the first go where there are too many. */
function keepLast<Key, Value>(kept: Map<Key, Value>, key: Key, value: Value, most: number): void {
  kept.delete(key)
  kept.set(key, value)
  const [oldest] = kept.keys()
  if (kept.size > most && oldest !== undefined) kept.delete(oldest)
}
