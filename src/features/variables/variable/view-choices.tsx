import { useEffect, useEffectEvent } from 'react'
import { chosenOnce } from '#entities/cohorts/chosen-once.ts'
import { CohortPicker } from '#entities/cohorts/cohort-picker.tsx'
import { VariablePicker } from '#entities/variables/variable-picker.tsx'
import { MAXIMUM_BESIDE } from '#features/variables/variable/variable-view.ts'

interface ViewChoicesProps {
  /** The variable of the page, then those compared with it. */
  names: readonly string[]
  cohortIds: readonly number[]
  setCompared: (names: readonly string[]) => void
  setCohortIds: (ids: readonly number[]) => void
  /** Called once the fields are there. */
  onReady: () => void
}

/** Adds cohorts and variables to the page of a variable. */
export function ViewChoices({ names, cohortIds, setCompared, setCohortIds, onReady }: ViewChoicesProps) {
  const announce = useEffectEvent(onReady)
  useEffect(() => announce(), [])
  const isBeside = cohortIds.length > 1
  return (
    <>
      {cohortIds.length < MAXIMUM_BESIDE && (
        <CohortPicker
          label={isBeside ? 'Add a cohort' : 'Counted in'}
          cohortId={isBeside ? null : (cohortIds[0] ?? null)}
          refuse={isBeside ? chosenOnce(cohortIds) : undefined}
          onChoose={(id) => setCohortIds(isBeside ? [...cohortIds, id] : [id])}
        />
      )}
      {names.length < MAXIMUM_BESIDE && (
        <VariablePicker
          label="Compare with"
          variableName={null}
          onChoose={(other) => setCompared([...new Set([...names.slice(1), other])].filter((one) => one !== names[0]))}
          refuse={(other) => (names.includes(other) ? 'This variable is already shown.' : null)}
        />
      )}
    </>
  )
}
