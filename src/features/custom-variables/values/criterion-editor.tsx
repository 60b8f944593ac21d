import type { Variable } from '#contract/shapes.ts'
import { ConditionEditor } from '#entities/condition-editor.tsx'
import type { DraftCriterion } from '#features/custom-variables/draft.ts'
import styles from '#features/custom-variables/values/value-list.module.css'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select-field.tsx'

const LAST = 'A definition keeps its last condition.'

interface CriterionEditorProps {
  criterion: DraftCriterion
  sources: readonly Variable[]
  /** A definition keeps its last condition: that one can only be made blank. */
  isRemovable: boolean
  onChange: (criterion: DraftCriterion) => void
  onRemove: () => void
}

/** One condition of a value; where there are several sources, on one of them. */
export function CriterionEditor({ criterion, sources, isRemovable, onChange, onRemove }: CriterionEditorProps) {
  const source = sources.find(({ variable_name: name }) => name === criterion.variableName)
  return (
    <div className={styles['criterion']} data-several={sources.length > 1}>
      {sources.length > 1 && (
        <SelectField
          label="Of variable"
          value={criterion.variableName}
          options={sources.map(({ variable_name: name }) => ({ value: name, label: name }))}
          onChange={(variableName) => onChange({ ...criterion, variableName, condition: null })}
        />
      )}
      {source ? (
        <ConditionEditor
          variable={source}
          condition={criterion.condition}
          onChange={(condition) => onChange({ ...criterion, condition })}
        />
      ) : (
        <span />
      )}
      <Button
        size="small"
        variant="quiet"
        aria-label="Remove the condition"
        aria-disabled={!isRemovable}
        {...(!isRemovable && { 'data-tooltip': LAST, 'aria-description': LAST })}
        onClick={() => {
          if (isRemovable) onRemove()
        }}
      >
        ×
      </Button>
    </div>
  )
}
