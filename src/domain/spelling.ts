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

/** Words and how often each is used. */
export type Vocabulary = ReadonlyMap<string, number>

/** The word that was most likely meant: the nearest, of those the commonest. Null where the word, or its beginning, is known. */
export function likelyWord(word: string, vocabulary: Vocabulary): string | null {
  const most = tolerance(word.length)
  let best: { readonly word: string; readonly distance: number; readonly uses: number } | null = null
  for (const [candidate, uses] of vocabulary) {
    if (candidate.startsWith(word)) return null
    const distance = candidate[0] === word[0] || word.length > 4 ? editDistance(word, candidate, most) : null
    if (distance === null) continue
    if (best === null || distance < best.distance || (distance === best.distance && uses > best.uses)) {
      best = { word: candidate, distance, uses }
    }
  }
  return best?.word ?? null
}
