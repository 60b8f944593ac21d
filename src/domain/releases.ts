import { countOf } from '#domain/numbers.ts'

const NAME_LENGTH_MAX = 40

/** The reason why a text cannot be the name of a data release, or null. */
export function nameProblem(name: string): string | null {
  if (name === '') return 'A release needs a name.'
  if (name.length > NAME_LENGTH_MAX)
    return `The name of a release has at most ${countOf(NAME_LENGTH_MAX, 'character')}.`
  return null
}
