import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { Cohort } from '#contract/shapes.ts'
import { COHORTS_COMPARED_MAX } from '#domain/cohorts.ts'
import { CohortPicker } from '#entities/cohort-picker.tsx'
import { Button } from '#ui/button.tsx'
import stack from '#ui/stack.module.css'

interface ComparedCohortsProps {
  cohorts: readonly Cohort[]
  onChange: (cohortIds: readonly number[]) => void
}

/** Which cohorts are compared: one may leave, another come, and all may stand side by side in panes. */
export function ComparedCohorts({ cohorts, onChange }: ComparedCohortsProps) {
  const ids = cohorts.map(({ cohortid }) => cohortid)
  return (
    <div className={stack['section']}>
      <ul className={stack['row']} aria-label="Cohorts compared">
        {cohorts.map(({ cohortid, name }) => (
          <li key={cohortid}>
            <CommandLink id="cohort.show" args={{ cohortId: cohortid }}>
              {name}
            </CommandLink>{' '}
            {cohorts.length > 2 && (
              <Button
                size="small"
                variant="quiet"
                aria-label={`Leave out ${name}`}
                onClick={() => onChange(ids.filter((id) => id !== cohortid))}
              >
                ×
              </Button>
            )}
          </li>
        ))}
        <li>
          <CommandButton id="compare.side-by-side" args={{}} size="small" />
        </li>
      </ul>
      {cohorts.length < COHORTS_COMPARED_MAX && (
        <div className={stack['narrow']}>
          <CohortPicker label="Add a cohort" cohortId={null} onChoose={(id) => onChange([...ids, id])} />
        </div>
      )}
    </div>
  )
}
