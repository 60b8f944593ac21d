import type { ScreenProps } from '#command-kit/declaration.ts'
import { CohortPicker } from '#entities/cohort-picker.tsx'
import { VariablePicker } from '#entities/variable-picker.tsx'
import { CohortChips } from '#features/variables/parts/cohort-chips.tsx'
import { VariableColumn } from '#features/variables/parts/variable-column.tsx'
import { MAXIMUM_BESIDE, useVariableView, type ShownVariable } from '#features/variables/variable-view.ts'
import styles from '#features/variables/screens/variable.module.css'
import stack from '#ui/stack.module.css'

/** What one variable asks, its codes and how it was answered; up to four of them, and four cohorts, side by side. */
export default function VariableScreen({ args }: ScreenProps<ShownVariable>) {
  const { variableName: name } = args
  const { compared, cohortIds, setCompared, setCohortIds } = useVariableView(args)
  const names = [name, ...compared]

  return (
    <div className={stack['screen']}>
      <div className={styles['choices']}>
        {cohortIds.length < MAXIMUM_BESIDE && (
          <CohortPicker
            label={cohortIds.length > 1 ? 'Count in one more cohort' : 'Counted in'}
            cohortId={cohortIds.length > 1 ? null : (cohortIds[0] ?? null)}
            onChoose={(id) => setCohortIds(cohortIds.length > 1 ? [...new Set([...cohortIds, id])] : [id])}
          />
        )}
        {names.length < MAXIMUM_BESIDE && (
          <VariablePicker
            label="Compare with"
            variableName={null}
            onChoose={(other) => setCompared([...new Set([...compared, other])].filter((one) => one !== name))}
            refuse={(other) => (names.includes(other) ? 'It is here already.' : null)}
          />
        )}
      </div>
      <CohortChips cohortIds={cohortIds} onChange={setCohortIds} />
      <div className={styles['columns']} style={{ gridTemplateColumns: `repeat(${names.length}, minmax(260px, 1fr))` }}>
        {names.map((one, index) => (
          <VariableColumn
            key={one}
            name={one}
            cohortIds={cohortIds}
            isOnly={names.length === 1}
            onRemove={index === 0 ? null : () => setCompared(compared.filter((other) => other !== one))}
          />
        ))}
      </div>
    </div>
  )
}
