import type { ChoiceRow } from '#command-kit/argument-source.ts'

/** Why a cohort cannot be chosen beside those that are chosen already; null for another one. */
export function chosenOnce(chosenIds: readonly number[]): (row: ChoiceRow) => string | null {
  return ({ value }) => (chosenIds.includes(Number(value)) ? 'This cohort is already chosen.' : null)
}
