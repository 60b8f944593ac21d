import { useState } from 'react'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import { SCORE } from '#domain/custom-variables/construct-types.ts'
import { CohortPicker } from '#entities/cohorts/cohort-picker.tsx'
import { useSending } from '#entities/server-state/saves.ts'
import { useServices } from '#entities/server-state/services.ts'
import type { Moments } from '#features/custom-variables/score/score-form.ts'
import stack from '#ui/stack.module.css'

interface MomentsFieldProps {
  variableName: string
  moments: Moments | null
  onChange: (moments: Moments) => void
}

/** Mean and standard deviation of a variable in a cohort, as numbers that stay. */
export function MomentsField({ variableName, moments, onChange }: MomentsFieldProps) {
  const { call } = useServices()
  const [cohortId, setCohortId] = useState<number | null>(null)
  const { send, failure, isSending } = useSending(async (id: number) => {
    return call(constructPreview, {
      constructType: SCORE,
      variables: [],
      values: [],
      formula: variableName,
      cohortId: id,
    })
  })
  const [problem, setProblem] = useState<string | null>(null)
  const choose = async (id: number) => {
    setCohortId(id)
    setProblem(null)
    const answer = await send(id)
    const { mean, sd } = answer?.value.score ?? { mean: null, sd: null }
    if (mean !== null && sd !== null && sd > 0) onChange({ mean: shortened(mean), sd: shortened(sd) })
    else if (answer) setProblem(`${variableName} has no standard deviation in this cohort.`)
  }
  return (
    <>
      <CohortPicker label="Mean and SD of cohort" cohortId={cohortId} onChoose={(id) => void choose(id)} />
      <p className={stack['muted']} role="status">
        {failure?.message ??
          problem ??
          (isSending
            ? 'Calculating the mean and the standard deviation…'
            : moments === null
              ? 'Choose the cohort whose mean and standard deviation are used.'
              : `Mean ${moments.mean}, SD ${moments.sd}. These numbers stay in the formula when the data change.`)}
      </p>
    </>
  )
}

/** Six digits: more would pretend to a precision that answers do not have. */
function shortened(number: number): number {
  return Number(number.toPrecision(6))
}
