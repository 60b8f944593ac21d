import { CommandLink } from '#command-kit/command-link.tsx'
import type { Cohort } from '#contract/shapes/entities.ts'
import { COHORTS_COMPARED_MAX } from '#domain/cohorts/cohorts.ts'
import { CohortPicker, SavedItemPicker } from '#entities/cohorts/cohort-picker.tsx'
import { variableSetRowsAtom } from '#entities/sources/choice-rows.ts'
import { VariablePicker } from '#entities/variables/variable-picker.tsx'
import { Button } from '#ui/button.tsx'
import styles from '#features/describing/describe.module.css'
import stack from '#ui/stack.module.css'

export interface Chosen {
  readonly cohortIds: readonly number[]
  readonly by: string | null
  readonly variableSetId: number | null
}

interface ChoicesProps extends Chosen {
  cohorts: readonly Cohort[]
  onChange: (change: Partial<Chosen>) => void
}

/** The columns and rows of a description: cohorts, or the values of a variable in one, and a variable set. */
export function Choices({ cohortIds, by, variableSetId, cohorts, onChange }: ChoicesProps) {
  const nameOf = (id: number) => cohorts.find(({ cohortId }) => cohortId === id)?.name ?? `Cohort ${id}`
  return (
    <>
      {cohortIds.length > 0 && (
        <ul className={stack['row']} aria-label="Cohorts described">
          {cohortIds.map((cohortId) => (
            <li key={cohortId}>
              <CommandLink id="cohort.show" args={{ cohortId }}>
                {nameOf(cohortId)}
              </CommandLink>{' '}
              <Button
                size="small"
                variant="quiet"
                aria-label={`Remove ${nameOf(cohortId)}`}
                onClick={() => onChange({ cohortIds: cohortIds.filter((id) => id !== cohortId) })}
              >
                ×
              </Button>
            </li>
          ))}
          {by !== null && (
            <li>
              by {by}{' '}
              <Button size="small" variant="quiet" aria-label={`Remove ${by}`} onClick={() => onChange({ by: null })}>
                ×
              </Button>
            </li>
          )}
        </ul>
      )}
      <div className={styles['choices']}>
        {cohortIds.length < COHORTS_COMPARED_MAX && by === null && (
          <CohortPicker
            label="Add a cohort"
            cohortId={null}
            onChoose={(id) => onChange({ cohortIds: [...new Set([...cohortIds, id])] })}
          />
        )}
        {cohortIds.length === 1 && by === null && (
          <VariablePicker
            label="Or columns by a category"
            variableName={null}
            dataTypes={['categorical']}
            onChoose={(name) => onChange({ by: name })}
          />
        )}
        <SavedItemPicker
          label="Variable set"
          chosen={variableSetId}
          rowsAtom={variableSetRowsAtom}
          placeholder="Choose a variable set…"
          onChoose={(id) => onChange({ variableSetId: id })}
        />
      </div>
    </>
  )
}
