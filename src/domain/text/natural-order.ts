/** Most codes and names: for these the order of Intl is that of numbers, or of characters. */
const SIMPLE = /^(?:\d{1,15}|[a-z]*)$/

/** Compares texts as a reader sorts them: numbers by value, before words. Intl's first use takes 15 ms of a screen. */
export function compareNaturally(one: string, other: string): number {
  if (!SIMPLE.test(one) || !SIMPLE.test(other)) return one.localeCompare(other, 'en', { numeric: true })
  const difference = Number(one || Number.NaN) - Number(other || Number.NaN)
  if (!Number.isNaN(difference)) return difference
  return one < other ? -1 : Number(one > other)
}
