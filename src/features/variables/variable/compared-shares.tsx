import { useAtomValue } from 'jotai'
import { formatCount, formatSize } from '#domain/numbers.ts'
import type { Drawing } from '#domain/pictures/marks.ts'
import { cohortsAtom } from '#entities/cohorts/cohorts.ts'
import { percentsOf, percentText, type CohortCounts } from '#ui/charts/histogram-shape.ts'
import type { Picture } from '#ui/charts/picture-files.ts'
import styles from '#features/variables/screens/variable.module.css'

export interface Compared {
  readonly cohort: CohortCounts
  /** Outlined behind the cohort. */
  readonly whole: CohortCounts
}

/** The name of a cohort by its id. */
export function useCohortNames(): (cohortId: number) => string {
  const cohorts = useAtomValue(cohortsAtom).data
  return (id) => cohorts?.find(({ cohortId }) => cohortId === id)?.name ?? `cohort ${id}`
}

/** The bars and the outline by name, with the numbers that their percentages are of. */
export function SharesLegend({ cohort, whole }: Compared) {
  const isHidden = [...cohort.counts, ...whole.counts].includes(null)
  return (
    <p className={styles['legend']}>
      <span data-mark="bar">
        {cohort.name}, n {formatCount(numberOf(cohort))}
      </span>
      <span data-mark="outline">
        {whole.name}, n {formatCount(numberOf(whole))}
      </span>
      {isHidden && 'Percentages leave out hidden counts.'}
    </p>
  )
}

function numberOf({ n, counts }: CohortCounts): number {
  return n ?? counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
}

interface ComparedPicture extends Compared {
  unit: string
  labels: readonly string[]
  draw: () => Drawing
}

/** The picture of two cohorts, with the counts and percentages of both in its table. */
export function comparedPicture({ unit, labels, draw, cohort, whole }: ComparedPicture): Picture {
  const [cohortShares, behind] = [percentsOf(cohort), percentsOf(whole)]
  return {
    title: `${unit}: ${cohort.name} (n ${formatCount(numberOf(cohort))}) over ${whole.name} (n ${formatCount(numberOf(whole))})`,
    draw,
    table: [
      [unit, `${cohort.name}, n`, `% of ${cohort.name}`, `${whole.name}, n`, `% of ${whole.name}`],
      ...labels.map((label, place) => [
        label,
        formatSize(cohort.counts[place] ?? null),
        percentText(cohortShares[place]),
        formatSize(whole.counts[place] ?? null),
        percentText(behind[place]),
      ]),
    ],
  }
}
