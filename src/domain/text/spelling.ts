/** Maximum edit distance for a word of that length. */
function tolerance(length: number): number {
  if (length <= 3) return 0
  return length <= 8 ? 1 : 2
}

/** Damerau-Levenshtein distance (substitution, insertion, deletion, transposition of neighbours); null above `most`. */
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
        cellAt(last, column) + 1,
        cellAt(next, column - 1) + 1,
        cellAt(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? cellAt(before, column - 2) + 1 : Infinity,
      )
    }
    if (Math.min(...next) > most) return null
    before = last
    last = next
  }
  const distance = cellAt(last, other.length)
  return distance <= most ? distance : null
}

function cellAt(row: readonly number[], column: number): number {
  return row[column] ?? Infinity
}

/** A word, its frequency, and a bit mask of its letters. */
interface KnownWord {
  readonly word: string
  readonly uses: number
  readonly letters: number
}

export type Vocabulary = readonly KnownWord[]

/** Builds a vocabulary from words and their frequencies. */
export function vocabularyOf(uses: ReadonlyMap<string, number>): Vocabulary {
  return [...uses].map(([word, count]) => ({ word, uses: count, letters: lettersOf(word) }))
}

/**
 * Suggests a correction: the nearest word, then the most frequent one, then one with a near prefix. Null if the word,
 * or its prefix, is known.
 */
export function likelyWord(word: string, vocabulary: Vocabulary): string | null {
  if (isBeginning(word, vocabulary)) return null
  return nearestWord(word, vocabulary) ?? nearestBeginning(word, vocabulary)
}

function nearestWord(word: string, vocabulary: Vocabulary): string | null {
  const most = tolerance(word.length)
  const letters = lettersOf(word)
  let best: { readonly known: KnownWord; readonly distance: number } | null = null
  for (const known of vocabulary) {
    // A substitution changes two bits of the mask: this rejects most words early.
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

/** Minimum length of a misspelt prefix. */
const BEGINNING_MIN = 6

/** The most frequent word with a near prefix: the user may still be typing. */
function nearestBeginning(word: string, vocabulary: Vocabulary): string | null {
  if (word.length < BEGINNING_MIN) return null
  const most = tolerance(word.length)
  const letters = lettersOf(word)
  let best: KnownWord | null = null
  for (const known of vocabulary) {
    if (known.word.length <= word.length || known.word[0] !== word[0]) continue
    if (bitsIn(letters & ~known.letters) > most || (best !== null && known.uses <= best.uses)) continue
    const isNear = [-1, 0, 1].some((more) => editDistance(word, known.word.slice(0, word.length + more), most) !== null)
    if (isNear) best = known
  }
  return best?.word ?? null
}

/** Minimum Dice coefficient of similar words. */
const ALIKE = 0.4
const SIMILAR_WORDS_MAX = 3

/** Words with the most common bigrams (Dice's coefficient), in descending order. */
export function similarWords(word: string, vocabulary: Vocabulary): readonly string[] {
  const pairs = pairsOf(word)
  const found: { readonly word: string; readonly share: number }[] = []
  for (const known of vocabulary) {
    if (pairs.size === 0 || known.word[0] !== word[0]) continue
    const others = pairsOf(known.word)
    let common = 0
    for (const pair of pairs) if (others.has(pair)) common += 1
    const share = (2 * common) / (pairs.size + others.size)
    if (share >= ALIKE) found.push({ word: known.word, share })
  }
  return found
    .sort((one, other) => other.share - one.share)
    .slice(0, SIMILAR_WORDS_MAX)
    .map((similar) => similar.word)
}

function pairsOf(word: string): ReadonlySet<string> {
  const pairs = new Set<string>()
  for (let place = 0; place + 1 < word.length; place++) pairs.add(word.slice(place, place + 2))
  return pairs
}

/** Whether the text is a prefix of a known word. */
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
