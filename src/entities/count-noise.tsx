import { atom, useAtomValue } from 'jotai'
import type { Cohort } from '#contract/shapes/entities.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { formatCount, formatSize } from '#domain/numbers.ts'
import { countError, countNoiseWords } from '#domain/statistics/count-noise.ts'
import { userinfoAtom } from '#entities/session.ts'
import stack from '#ui/stack.module.css'

const countNoiseAtom = atom((get) => get(userinfoAtom).data?.countNoise ?? null)

/** The error of a count over some collections; 0 without noise. */
export const countErrorAtom = atom((get) => {
  const noise = get(countNoiseAtom)
  return (collections: readonly string[]): number => (noise ? countError(noise, collections) : 0)
})

/** The sentence beside counts without an error of their own; null without noise. */
export const countNoiseWordsAtom = atom((get) => {
  const noise = get(countNoiseAtom)
  return noise && countNoiseWords(noise)
})

/** Follows a count: “± 40”. */
export function CountError({ collections }: { collections: readonly string[] }) {
  const error = useAtomValue(countErrorAtom)(collections)
  return error > 0 && <span className={stack['unit']}> ±{`\u00A0${formatCount(error)}`}</span>
}

/** The number of members with its error. */
export function CohortSize({ cohort: { cohortId, rowCount, collections } }: { cohort: Cohort }) {
  return (
    <>
      {formatSize(rowCount)}
      {rowCount !== null && cohortId !== ROOT_COHORT_ID && <CountError collections={collections} />}
    </>
  )
}

export function CountNoise() {
  const words = useAtomValue(countNoiseWordsAtom)
  return words !== null && <p className={stack['muted']}>{words}</p>
}
