const TEXT = `a about all an and any are as at be been being by can could did do does doing for from had has have having
he her him his how i if in into is it its me my of on or our per she so some such than that the their them then there
these they this those to us very was we were what when where which while who whom whose will with would you your`

const STOP_WORDS: ReadonlySet<string> = new Set(TEXT.split(/\s+/))

/** Whether a word has no meaning for a search. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word)
}

/** Removes stop words, unless only stop words remain. The last word of a query may be incomplete and stays. */
export function withoutStopWords(words: readonly string[]): readonly string[] {
  const left = words.filter((word) => !isStopWord(word))
  return left.length > 0 ? left : words
}
