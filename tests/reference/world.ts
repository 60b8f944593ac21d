// Reference evaluator: the data and the reader that definitions are evaluated for.
import type { Reader } from '#domain/access.ts'
import { Individual } from '#tests/reference/individual.ts'
import type { Made } from '#tests/reference/made.ts'
import type { Person, Study } from '#tests/support/study.ts'

/** The id of the cohort of all individuals. */
export const EVERYONE = 1

export interface World {
  readonly study: Study
  readonly made: readonly Made[]
  /** The ids of the members of saved cohorts: those of cohort 2, of cohort 3, and so on. */
  readonly cohorts: readonly (readonly string[])[]
  /** The ids of individuals without a record who have no row in a download. */
  readonly withdrawn: readonly string[]
  readonly reader: Reader
  /** Whether small counts are protected: answers of unreadable relatives count as unknown. */
  readonly isSuppressing: boolean
}

const sorted = new WeakMap<Study, readonly Person[]>()

/** All participants by id. */
export function participantsOf({ study }: Pick<World, 'study'>): readonly Person[] {
  const known = sorted.get(study) ?? study.participants.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  sorted.set(study, known)
  return known
}

export function isReadable({ reader }: Pick<World, 'reader'>, { collection }: Person): boolean {
  return reader.isAdmin || reader.collections.includes(collection)
}

/** The participants of a cohort, by id. */
export function membersOf(world: World, cohortId: number): readonly Person[] {
  const participants = participantsOf(world)
  if (cohortId === EVERYONE) return participants
  const ids = new Set(world.cohorts[cohortId - 2])
  return participants.filter(({ id }) => ids.has(id))
}

const individuals = new WeakMap<World, Map<string, Individual>>()

/** The answers of a participant, as far as the reader may read them. */
export function individualOf(world: World, person: Person): Individual {
  const known = individuals.get(world) ?? new Map<string, Individual>()
  individuals.set(world, known)
  const individual =
    known.get(person.id) ?? new Individual(world.study, world.made, person.id, isReadable(world, person))
  known.set(person.id, individual)
  return individual
}
