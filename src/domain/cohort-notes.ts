import { countOf } from '#domain/numbers.ts'

/** Says how many members a difference keeps though it is unknown whether the cohort that was taken away has them. */
export function undecidedWords(count: number): string {
  const are = count === 1 ? 'is' : 'are'
  const reason = 'the answers that decide it are missing, or you may not read them'
  return `${countOf(count, 'member')} ${are} kept though it is not known whether the second cohort has them: ${reason}.`
}

/** Says of which state of the data a cohort's numbers are; to be shown where data were added since. */
export function countedWords({ at, people }: { readonly at: string; readonly people: number }): string {
  return `Counted on ${countOf(people, 'individual')} on ${at.slice(0, 'YYYY-MM-DD'.length)}; data were added since.`
}
