import { useAtomValue } from 'jotai'
import { CommandButton } from '#command-kit/command-button.tsx'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { cohortsAtom } from '#entities/cohorts.ts'
import styles from '#features/variables/screens/variable.module.css'
import { Button } from '#ui/button.tsx'
import { usePaneActions } from '#workspace/pane-actions.ts'

interface CohortChipsProps {
  cohortIds: readonly number[]
  onChange: (ids: readonly number[]) => void
}

/** The cohorts counted beside each other, each with a way to leave it out; and the way to a second one. */
export function CohortChips({ cohortIds, onChange }: CohortChipsProps) {
  const cohorts = useAtomValue(cohortsAtom).data
  const nameOf = (id: number) => cohorts?.find((cohort) => cohort.cohortid === id)?.name ?? `cohort ${id}`
  const isOneOther = cohortIds.length === 1 && cohortIds[0] !== ROOT_COHORT_ID
  const besideAll = { available: true, run: () => onChange([ROOT_COHORT_ID, ...cohortIds]) } as const
  usePaneActions(isOneOther ? { 'form.count-beside-all': besideAll } : {})
  if (cohortIds.length === 1) {
    return !isOneOther ? null : (
      <div className={styles['chips']}>
        <CommandButton id="form.count-beside-all" args={{}} size="small">
          Beside {nameOf(ROOT_COHORT_ID)}
        </CommandButton>
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
