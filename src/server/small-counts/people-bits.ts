import * as v from 'valibot'
import type { FindMembers } from '#server/queries/members.ts'
import { rowsOf, type Connection } from '#server/storage/database.ts'

/** A set of people, a bit each, those of one origin side by side in words of their own. */
export type PeopleBits = Uint32Array

/** The people of one origin: from one word to before another. */
export interface OriginWords {
  readonly collection: string
  /** Tells it from others; see `originKey`. */
  readonly key: string
  readonly from: number
  readonly to: number
}

/** Where each person's bit is. */
export interface PeopleLayout {
  readonly origins: readonly OriginWords[]
  readonly words: number
  /** By the person's number. */
  readonly placeOf: Uint32Array
  readonly everybody: PeopleBits
  readonly nobody: PeopleBits
}

const BITS = 32

/** An origin as one text; what is not known is blank, as in a row of counts. */
export function originKey({ collection, study_id, consent, dx_nimh }: Origin): string {
  return JSON.stringify([collection, study_id, consent ?? '', dx_nimh ?? ''])
}

interface Origin {
  readonly collection: string
  readonly study_id: string
  readonly consent: string | null
  readonly dx_nimh: string | null
}

const OriginRow = v.object({
  collection: v.string(),
  study_id: v.string(),
  consent: v.nullable(v.string()),
  dx_nimh: v.nullable(v.string()),
  people: v.array(v.number()),
})

/** Gives each person a place, for as long as the data stay. */
export async function readPeopleLayout(connection: Connection): Promise<PeopleLayout> {
  const rows = await rowsOf(
    connection,
    OriginRow,
    `SELECT collection, study_id, consent, dx_nimh, array_agg(individual_no ORDER BY individual_no) AS people
     FROM individual GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
  )
  const largest = rows.reduce((max, { people }) => Math.max(max, people.at(-1) ?? 0), 0)
  const placeOf = new Uint32Array(largest + 1)
  const origins: OriginWords[] = []
  let words = 0
  for (const { people, ...origin } of rows) {
    const from = words
    for (const [place, person] of people.entries()) placeOf[person] = from * BITS + place
    words += Math.ceil(people.length / BITS)
    origins.push({ collection: origin.collection, key: originKey(origin), from, to: words })
  }
  const everybody = new Uint32Array(words)
  for (const { people } of rows) for (const person of people) setBit(everybody, placeOf[person] ?? 0)
  return { origins, words, placeOf, everybody, nobody: new Uint32Array(words) }
}

function setBit(bits: PeopleBits, place: number): void {
  bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31))
}

const SetRow = v.object({ people: v.unknown() })

/** Reads who is among some members. */
export async function readPeopleBits(
  connection: Connection,
  { placeOf, words }: PeopleLayout,
  findMembers: FindMembers,
): Promise<PeopleBits> {
  const { parameters, tables, from } = findMembers(connection)
  const { dialect } = connection
  const [row] = await rowsOf(
    connection,
    SetRow,
    `${tables} SELECT ${dialect.setOfNumbers('individual_no', placeOf.length)} AS people FROM ${from}`,
    parameters.values,
  )
  const bits: PeopleBits = new Uint32Array(words)
  for (const person of dialect.numbersOf(row?.people)) setBit(bits, placeOf[person] ?? 0)
  return bits
}
