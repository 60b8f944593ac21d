/** A range of numbers in a histogram. */
export interface Range {
  readonly from: number
  readonly to: number
}

/**
 * Names ranges without overlap: those of whole numbers end at the last that they hold (15 to 19, 20 to 24), others
 * where the next begins (14.65 to under 19.2).
 */
export function rangeWords(ranges: readonly Range[]): string[] {
  return ranges.map(({ from, to }, place) => {
    const next = ranges[place + 1]
    if (from === to) return short(from)
    return `${short(from)} to ${next && next.from <= to ? 'under ' : ''}${short(to)}`
  })
}

/** A whole number as it is, another in four digits. */
export function short(number: number): string {
  return String(Number.isInteger(number) ? number : Number(number.toPrecision(4)))
}
