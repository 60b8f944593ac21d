export interface Range {
  readonly from: number
  readonly to: number
}

/**
 * Labels without overlap: integer ranges end at their last value (15 to 19, 20 to 24), others at the next start (14.65
 * to under 19.2).
 */
export function rangeWords(ranges: readonly Range[]): string[] {
  return ranges.map(({ from, to }, place) => {
    const next = ranges[place + 1]
    if (from === to) return shortNumber(from)
    return `${shortNumber(from)} to ${next && next.from <= to ? 'under ' : ''}${shortNumber(to)}`
  })
}

/** An integer in full, another number with four digits. */
export function shortNumber(number: number): string {
  return String(Number.isInteger(number) ? number : Number(number.toPrecision(4)))
}
