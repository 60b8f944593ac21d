import { countOf } from '#domain/numbers.ts'

/** Reports members of a difference with an unknown outcome in the subtracted cohort. */
export function undecidedWords(count: number): string {
  const are = count === 1 ? 'is' : 'are'
  const reason = 'the answers that decide it are missing, or you may not read them'
  return `${countOf(count, 'member')} ${are} kept though it is not known whether the second cohort has them: ${reason}.`
}

/** Reports the relatives among some individuals who have no data: "of them 14,701 relatives without data"; "" for none. */
export function placeholderWords(count: number | null | undefined): string {
  return count ? `of them ${relativesWithoutData(count)}` : ''
}

export function relativesWithoutData(count: number): string {
  return `${countOf(count, 'relative')} without data`
}

/** Reports the data version of a cohort's counts; shown if data were added since. */
export function countedWords(countedAt: string, individuals: number): string {
  return `Counted on ${countOf(individuals, 'individual')} on ${countedAt.slice(0, 'YYYY-MM-DD'.length)}; data were added since.`
}
