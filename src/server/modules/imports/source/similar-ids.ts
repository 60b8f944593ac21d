import type { SimilarIds } from '#domain/imports/import-options.ts'
import { countOf } from '#domain/numbers.ts'
import { ImportRefused, problemAt, type Problem } from '#server/modules/imports/source/problem.ts'
import { createLongPause } from '#server/platform/scheduling/yield.ts'

/** Where an id stands; null for one of the database. */
export interface IdPlace {
  readonly individualId: string
  readonly file: string
  readonly line: number | null
}

/** How many pairs are listed; of the others the number only. */
const LISTED_MAX = 10

/**
 * Ids that look the same: equal without regard to case, Unicode form, invisible characters, leading zeros and a
 * trailing ".0", which programs change silently.
 */
export function looksOf(individualId: string): string {
  const plain = individualId
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .toLowerCase()
  return plain.replace(/^(\d+)\.0+$/, '$1').replaceAll(/(^|[^\d.])0+(?=\d)/g, '$1')
}

/**
 * The spelling of each id that is written in several ways: that of the first place. Throws ImportRefused with both
 * spellings and their lines, unless it was said whether these are one person.
 */
export async function spellingsOf(places: Iterable<IdPlace>, choice: SimilarIds): Promise<ReadonlyMap<string, string>> {
  if (choice === 'apart') return new Map()
  const first = new Map<string, IdPlace>()
  const seen = new Set<string>()
  const spellings = new Map<string, string>()
  const problems: Problem[] = []
  const pause = createLongPause()
  for (const place of places) {
    await pause()
    if (seen.has(place.individualId)) continue
    seen.add(place.individualId)
    const looks = looksOf(place.individualId)
    const before = first.get(looks)
    if (before === undefined) first.set(looks, place)
    // Ids of the database have been distinguished already.
    else if (place.line !== null) {
      spellings.set(place.individualId, before.individualId)
      if (problems.length < LISTED_MAX) problems.push(problemOf(place, before))
    }
  }
  if (choice === 'stop' && spellings.size > 0) {
    const more = spellings.size - problems.length
    const rest = more > 0 ? [problemAt('', null, `${countOf(more, 'other id')} likewise.`)] : []
    throw new ImportRefused([{ ...problemAt('', null, ''), remedy: 'similar-ids' }, ...problems, ...rest])
  }
  return spellings
}

function problemOf({ individualId, file, line }: IdPlace, before: IdPlace): Problem {
  const where = before.line === null ? 'in the database' : `on line ${before.line} of ${before.file}`
  const words = `${visible(individualId)} here and ${visible(before.individualId)} ${where} look the same but are two ids (${differenceOf(individualId, before.individualId)}).`
  return problemAt(file, line, words)
}

/** The id in quotes, with code points in place of what cannot be seen. */
function visible(individualId: string): string {
  const shown = individualId.replaceAll(
    /\p{Cf}|\u00A0/gu,
    (character) => `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`,
  )
  return `"${shown}"`
}

function differenceOf(one: string, other: string): string {
  if (one.normalize('NFC') === other.normalize('NFC')) return 'another Unicode form of the same letters'
  if (one.toLowerCase() === other.toLowerCase()) return 'upper and lower case'
  if (one.replaceAll(/\p{Cf}|\s/gu, '') === other.replaceAll(/\p{Cf}|\s/gu, '')) return 'invisible characters or blanks'
  return /\.0+$/.test(one) !== /\.0+$/.test(other) ? 'a ".0" at the end' : 'leading zeros, case or form'
}
