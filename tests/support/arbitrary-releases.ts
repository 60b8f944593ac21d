import * as fc from 'fast-check'
import type { Database } from '#server/platform/db/database.ts'
import { importRecords } from '#tests/support/two-releases.ts'

export const COLLECTIONS = ['bp', 'sz', 'au'] as const
export const MOODS = ['a', 'b', 'c'] as const
/** Scores are below it. */
export const SCORES = 40

/** An individual's answers in the form `visit`; null without a record. */
export type Answers = { readonly score: number | null; readonly mood: string | null } | null

export interface Individual {
  readonly id: string
  readonly collection: string
  readonly answers: Answers
}

/** All individuals at a release. */
export type Snapshot = readonly Individual[]

export interface Step {
  readonly collection: (typeof COLLECTIONS)[number]
  readonly added: readonly Answers[]
  /** New answers of known individuals of the collection, by their order. */
  readonly corrected: readonly { readonly nth: number; readonly answers: Answers }[]
}

const answers: fc.Arbitrary<Answers> = fc.option(
  fc.record({
    score: fc.option(fc.nat(SCORES - 1), { freq: 8 }),
    mood: fc.option(fc.constantFrom(...MOODS), { freq: 8 }),
  }),
  { freq: 8 },
)
const few = { minLength: 0, maxLength: 4 }
const many = { minLength: 12, maxLength: 60 }
const someOf = <Item>(item: fc.Arbitrary<Item>) =>
  fc.oneof(fc.array(item, few), fc.array(item, many), fc.constant<Item[]>([]))
const correction = fc.record({ nth: fc.nat(10_000), answers })

export const step: fc.Arbitrary<Step> = fc.record({
  collection: fc.constantFrom(...COLLECTIONS),
  added: someOf(answers),
  corrected: someOf(correction),
})

/** The first import of each collection. */
export function firstSteps(size: number): fc.Arbitrary<Step[]> {
  return fc.tuple(
    ...COLLECTIONS.map((collection) =>
      fc.record({
        collection: fc.constant(collection),
        added: fc.array(answers, { minLength: collection === 'bp' ? 20 : size, maxLength: size }),
        corrected: fc.constant([]),
      }),
    ),
  )
}

/** The individuals after a step. A known record is never removed. */
export function after(before: Snapshot, { collection, added, corrected }: Step): Snapshot {
  const same = before.filter((one) => one.collection === collection)
  const changes = new Map(
    corrected.flatMap(({ nth, answers: now }) => {
      const one = same[nth % Math.max(1, same.length)]
      return one && now ? [[one.id, now] as const] : []
    }),
  )
  const known = before.map((one) => ({ ...one, answers: changes.get(one.id) ?? one.answers }))
  const added_ = added.map((now, place) => ({
    id: `${collection}${1_000 + same.length + place}`,
    collection,
    answers: now,
  }))
  return [...known, ...added_]
}

/** Imports what a step changes: new individuals by the form `base`, and records of the form `visit`. */
export async function importStep(
  database: Database,
  before: Snapshot,
  now: Snapshot,
  { collection }: Step,
): Promise<void> {
  const known = new Map(before.map((one) => [one.id, one]))
  const same = now.filter((one) => one.collection === collection)
  const added = same.filter(({ id }) => !known.has(id))
  const records = same.filter(({ id, answers: has }) => has !== null && has !== known.get(id)?.answers)
  const visit = records.map(({ id, answers: has }) => `${id},${has?.score ?? ''},${has?.mood ?? ''}\n`)
  const files = {
    ...(added.length > 0 && { 'base.csv': `id,wave\n${added.map(({ id }) => `${id},1\n`).join('')}` }),
    ...(visit.length > 0 && { 'visit.csv': `id,score,mood\n${visit.join('')}` }),
  }
  if (Object.keys(files).length === 0) return
  await importRecords(database, files, collection)
}
