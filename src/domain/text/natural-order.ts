const ORDER = new Intl.Collator('en', { numeric: true })

/** Compares texts as a reader sorts them: numbers by value, before words. */
export function compareNaturally(one: string, other: string): number {
  return ORDER.compare(one, other)
}
