import * as v from 'valibot'
import { placesOf, setOfPlaces, within, type PeopleSet } from '#server/disclosure/people-set.ts'
import { FAMILY } from '#server/engine/sources/form-tables.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** The words that hold the people of one collection, and who they are. */
export interface CollectionRegion {
  readonly firstWord: number
  readonly endWord: number
  readonly size: number
  readonly people: PeopleSet
}

/** Where each person's bit is: those of one collection lie side by side, in words of their own. */
export interface PeopleLayout {
  readonly regions: ReadonlyMap<string, CollectionRegion>
  /** Numbers of individuals are below it. */
  readonly numbers: number
  readonly setOf: (individuals: ArrayLike<number>) => PeopleSet
  /** One member of each family of which somebody is in the set. */
  readonly familiesOf: (people: PeopleSet) => PeopleSet
}

const BITS = 32

const CollectionRow = v.object({
  collection: v.string(),
  people: v.array(v.number()),
  families: v.array(v.string()),
})

/** Gives each person a place, for as long as the data stay. */
export async function readPeopleLayout(connection: Connection): Promise<PeopleLayout> {
  const rows = await rowsOf(
    connection,
    CollectionRow,
    sql`SELECT collection, array_agg(individual_no ORDER BY individual_no) AS people,
       array_agg(${FAMILY} ORDER BY individual_no) AS families
     FROM individual i GROUP BY collection ORDER BY collection`,
  )
  const numbers = rows.reduce((most, { people }) => Math.max(most, people.at(-1) ?? 0), 0) + 1
  const wordCount = rows.reduce((sum, { people }) => sum + Math.ceil(people.length / BITS), 0)
  const placeOf = new Uint32Array(numbers)
  const familyAt = new Uint32Array(wordCount * BITS)
  const numberOfFamily = new Map<string, number>()
  const regions = new Map<string, CollectionRegion>()
  let firstWord = 0
  for (const { collection, people, families } of rows) {
    const endWord = firstWord + Math.ceil(people.length / BITS)
    const places = people.map((_, at) => firstWord * BITS + at)
    for (const [at, individual] of people.entries()) {
      placeOf[individual] = places[at] ?? 0
      const family = families[at] ?? ''
      const number = numberOfFamily.get(family) ?? numberOfFamily.size
      numberOfFamily.set(family, number)
      familyAt[places[at] ?? 0] = number
    }
    regions.set(collection, { firstWord, endWord, size: people.length, people: setOfPlaces(places, wordCount) })
    firstWord = endWord
  }
  return {
    regions,
    numbers,
    setOf: (individuals) => setOfPlaces(individuals, wordCount, placeOf),
    familiesOf: (people) => {
      const first = new Map<number, number>()
      for (const place of placesOf(people)) {
        const family = familyAt[place] ?? 0
        if (!first.has(family)) first.set(family, place)
      }
      return setOfPlaces([...first.values()], wordCount)
    },
  }
}

/** The part of a set that is of one collection. */
export function ofCollection(set: PeopleSet, { firstWord, endWord }: CollectionRegion): PeopleSet {
  return within(set, firstWord, endWord)
}
