import { countOf, formatCount } from '#domain/numbers.ts'

const NAME_LENGTH_MAX = 40
/** Individuals that a message names; of the others the number only. */
const NAMED_MAX = 10

/** The reason why a text cannot be the name of a data release, or null. */
export function nameProblem(name: string): string | null {
  if (name === '') return 'A release needs a name.'
  if (name.length > NAME_LENGTH_MAX)
    return `The name of a release has at most ${countOf(NAME_LENGTH_MAX, 'character')}.`
  return null
}

/** The reason why a record is not imported. */
export function withdrawnProblem(individualId: string): string {
  return `${individualId} withdrew consent: a record of this individual is not imported.`
}

/** Members of a saved cohort who were withdrawn after its count. */
export function withdrawnSince(count: number): string {
  const them = count === 1 ? 'this member' : 'them'
  return `${countOf(count, 'member was', 'members were')} withdrawn since. The size still counts ${them}; all other numbers, lists and files do not.`
}

/** Withdrawn individuals of a download. */
export function withdrawnWithoutRow(count: number): string {
  return `${countOf(count, 'withdrawn individual has', 'withdrawn individuals have')} no row.`
}

/** Individuals of an earlier file. */
export function withdrawnFromFile(count: number): string {
  return `${countOf(count, 'individual')} of this file withdrew consent since. Its SHA-256 and the documents that count answers were deleted.`
}

/** Some ids, and the number of further ones. */
export function namesOf(ids: readonly string[]): string {
  const more = ids.length - NAMED_MAX
  return [...ids.slice(0, NAMED_MAX), ...(more > 0 ? [`${formatCount(more)} more`] : [])].join(', ')
}
