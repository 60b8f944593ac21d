import { VariablePicker } from '#entities/variable-picker.tsx'
import { valueWords } from '#entities/value-words.ts'
import type { Cohort } from '#contract/shapes.ts'
import styles from '#features/cohorts/parts/pedigree.module.css'
import { CRITERION_TYPES } from '#features/cohorts/pedigree-draft.ts'
import type { useDrawnPedigrees } from '#features/cohorts/use-drawn-pedigrees.ts'
import { SelectField } from '#ui/select-field.tsx'

interface PedigreeTraitProps {
  cohort: Cohort
  drawn: ReturnType<typeof useDrawnPedigrees>
}

/** The trait that the drawings follow: what the cohort was made by, or any other that tells who is affected. */
export function PedigreeTrait({ cohort, drawn }: PedigreeTraitProps) {
  const { traitName, traitVariable: variable, traitValue, setTrait } = drawn
  return (
    <div className={styles['trait']}>
      <VariablePicker
        label="Affected by"
        variableName={traitName ?? cohort.variable_name}
        dataTypes={CRITERION_TYPES}
        onChoose={(name) => setTrait(name, null)}
      />
      {variable && variable.data_type !== 'dichotomous' && (
        <SelectField
          label="Affected means"
          value={traitValue ?? ''}
          options={variable.possible_values.map((value) => ({ value, label: valueWords(variable, value) }))}
          placeholder="Choose a value…"
          onChange={(value) => setTrait(variable.variable_name, value)}
        />
      )}
    </div>
  )
}
