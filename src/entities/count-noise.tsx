import { atom, useAtomValue } from 'jotai'
import type { Cohort } from '#contract/shapes/entities.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { formatCount, formatSize } from '#domain/numbers.ts'
import { userinfoAtom } from '#entities/session.ts'
import stack from '#ui/stack.module.css'

/** Standard deviations of a normal distribution that 95 % of values are within. */
const WITHIN_95_PERCENT = 1.96

/**
 * The error of a count over some collections, from the noise of those that the user may not read: half the width of its
 * 95 % interval, rounded up. 0 without noise.
 */
export const countErrorAtom = atom((get) => {
  const noise = get(userinfoAtom).data?.countNoise
  return (collections: readonly string[]): number =>
    noise ? errorOf(noise.deviation, noise.collections.filter((one) => collections.includes(one)).length) : 0
})

function errorOf(deviation: number, collections: number): number {
  return Math.ceil(WITHIN_95_PERCENT * deviation * Math.sqrt(collections))
}

/** Follows a count: “± 40”. */
export function CountError({ collections }: { collections: readonly string[] }) {
  const error = useAtomValue(countErrorAtom)(collections)
  return error > 0 && <span className={stack['unit']}> ± {formatCount(error)}</span>
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

/** Beside counts without an error of their own. */
export function CountNoise() {
  const noise = useAtomValue(userinfoAtom).data?.countNoise
  if (!noise) return null
  const { deviation, collections } = noise
  const error = (count: number) => formatCount(errorOf(deviation, count))
  return (
    <p className={stack['muted']}>
      Counts of collections that you may not read have random noise: in 95 % of cases ± {error(1)} for one collection
      {collections.length > 1 && `, ± ${error(collections.length)} for all ${collections.length}`}.
    </p>
  )
}
