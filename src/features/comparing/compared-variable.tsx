import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { variableDistribution } from '#contract/variables.ts'
import { Loaded } from '#entities/server-state/loaded.tsx'
import { isOfferedAtom } from '#entities/session/session.ts'
import { VariablePicker } from '#entities/variables/variable-picker.tsx'
import { variableAtom } from '#entities/variables/variables.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { PictureFrame } from '#workspace/pictures/picture-frame.tsx'
import stack from '#ui/stack.module.css'

/** Only for a chosen variable. */
const ComparedAnswers = lazy(async () => ({
  default: (await import('#entities/comparing/compared-answers.tsx')).ComparedAnswers,
}))

interface ComparedVariableProps {
  cohortIds: readonly number[]
  names: readonly string[]
  variableName: string | null
  onChoose: (variableName: string) => void
}

/** A variable's distribution in each of the cohorts. */
export function ComparedVariable({ cohortIds, names, variableName, onChoose }: ComparedVariableProps) {
  const isSupported = useAtomValue(isOfferedAtom)(variableDistribution)
  const variable = useAtomValue(variableAtom({ name: variableName ?? '' }))
  if (!isSupported) return null
  return (
    <section className={stack['section']} aria-label="Explore a variable">
      <h2>Explore a variable</h2>
      <div className={stack['narrow']}>
        <VariablePicker label="Variable" variableName={variableName} onChoose={onChoose} />
      </div>
      {variableName !== null && (
        <Loaded resource={variable}>
          {(found) =>
            found && (
              <Suspense fallback={<Skeleton />}>
                <ComparedAnswers variable={found} cohortIds={cohortIds} names={names} Frame={PictureFrame} />
              </Suspense>
            )
          }
        </Loaded>
      )}
    </section>
  )
}
