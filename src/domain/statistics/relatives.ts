import { formatCount } from '#domain/numbers.ts'
import type { Figure } from '#domain/statistics/group-differences.ts'

/** Why p is withheld. */
export const RELATED = 'Relatives are not independent.'

/** Draws one member of each family. */
export const FAMILY_SEED = 1

export const WITHHELD_FOR_RELATIVES =
  'In place of p, the number of families with several of the individuals: relatives are not independent. “One of each family” tests one individual of each.'

export function drawnWords(tested: number): string {
  return `One individual of each family is tested, drawn at random (seed ${FAMILY_SEED}): n = ${formatCount(tested)}.`
}

/** APA style: three decimals, "< 0.001" below; of relatives “not tested”. */
export function pWords(p: Figure): string {
  if (!('value' in p)) return p.because === RELATED ? 'not tested' : '–'
  return p.value < 0.001 ? '< 0.001' : p.value.toFixed(3)
}
