/** How many letters may be wrong, missing, too many or swapped in a word of that length. */
function tolerance(length: number): number {
  if (length <= 3) return 0
  return length <= 5 ? 1 : 2
}

/** Letters to change, add, drop or swap with their neighbour to make one word of the other; null beyond the most. */
export function editDistance(one: string, other: string, most: number): number | null {
  if (Math.abs(one.length - other.length) > most) return null
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwap = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      next[column] = Math.min(
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(before, column - 2) + 1 : Infinity,
      )
    }
    if (Math.min(...next) > most) return null
    before = last
    last = next
  }
  const distance = at(last, other.length)
  return distance <= most ? distance : null
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity
}

/** A word, how often it is used, and which letters are in it, a bit each. */
interface KnownWord {
  readonly word: string
  readonly uses: number
  readonly letters: number
}

export type Vocabulary = readonly KnownWord[]

/** What may be meant, of words and how often each is used. */
export function vocabularyOf(uses: ReadonlyMap<string, number>): Vocabulary {
  return [...uses].map(([word, count]) => ({ word, uses: count, letters: lettersOf(word) }))
}

/** The word that was most likely meant: the nearest, of those the commonest. Null where the word, or its beginning, is known. */
export function likelyWord(word: string, vocabulary: Vocabulary): string | null {
  if (isBeginning(word, vocabulary)) return null
  const most = tolerance(word.length)
  const letters = lettersOf(word)
  let best: { readonly known: KnownWord; readonly distance: number } | null = null
  for (const known of vocabulary) {
    // A letter changed takes one away and brings another: most words are too far off by that alone.
    if (bitsIn(known.letters ^ letters) > 2 * most) continue
    if (known.word[0] !== word[0] && word.length <= 4) continue
    const distance = editDistance(word, known.word, most)
    if (distance === null) continue
    if (best === null || distance < best.distance || (distance === best.distance && known.uses > best.known.uses)) {
      best = { known, distance }
    }
  }
  return best?.known.word ?? null
}

/** Whether a word begins like that. */
export function isBeginning(word: string, vocabulary: Vocabulary): boolean {
  return vocabulary.some((known) => known.word.startsWith(word))
}

const BITS = 32

function lettersOf(word: string): number {
  let letters = 0
  for (let place = 0; place < word.length; place++) letters |= 1 << (word.charCodeAt(place) % BITS)
  return letters
}

function bitsIn(letters: number): number {
  let count = 0
  for (let left = letters; left !== 0; left &= left - 1) count++
  return count
}
