import { useAtomValue } from 'jotai'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { cohortsAtom } from '#entities/cohorts.ts'
import styles from '#features/variables/screens/variable.module.css'
import { Button } from '#ui/button.tsx'

interface CohortChipsProps {
  cohortIds: readonly number[]
  onChange: (ids: readonly number[]) => void
}

/** The cohorts counted beside each other, each with a way to leave it out; and the way to a second one. */
export function CohortChips({ cohortIds, onChange }: CohortChipsProps) {
  const cohorts = useAtomValue(cohortsAtom).data
  const nameOf = (id: number) => cohorts?.find((cohort) => cohort.cohortid === id)?.name ?? `cohort ${id}`
  if (cohortIds.length === 1) {
    return cohortIds[0] === ROOT_COHORT_ID ? null : (
      <div className={styles['chips']}>
        <Button size="small" onClick={() => onChange([ROOT_COHORT_ID, ...cohortIds])}>
          Beside {nameOf(ROOT_COHORT_ID)}
        </Button>
      </div>
    )
  }
  return (
    <ul className={styles['chips']} aria-label="Cohorts counted">
      {cohortIds.map((id) => (
        <li key={id}>
          <Button
            size="small"
            aria-label={`Leave out ${nameOf(id)}`}
            onClick={() => onChange(cohortIds.filter((other) => other !== id))}
          >
            {nameOf(id)} ×
          </Button>
        </li>
      ))}
    </ul>
  )
}
