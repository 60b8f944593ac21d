import type { Variable } from '#contract/shapes.ts'
import { ConditionEditor, emptyCondition } from '#entities/condition-editor.tsx'
import type { DraftCriterion } from '#features/custom-variables/draft.ts'
import styles from '#features/custom-variables/parts/builder.module.css'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select-field.tsx'

interface CriterionEditorProps {
  criterion: DraftCriterion
  sources: readonly Variable[]
  onChange: (criterion: DraftCriterion) => void
  onRemove: () => void
}

/** One condition of a value; where there are several sources, on one of them. */
export function CriterionEditor({ criterion, sources, onChange, onRemove }: CriterionEditorProps) {
  const source = sources.find(({ variable_name: name }) => name === criterion.variableName)
  return (
    <div className={styles['criterion']}>
      {source && (
        <ConditionEditor
          variable={source}
          condition={criterion.condition}
          onChange={(condition) => onChange({ ...criterion, condition })}
        />
      )}
      {sources.length > 1 && (
        <SelectField
          label="Of variable"
          value={criterion.variableName}
          options={sources.map(({ variable_name: name }) => ({ value: name, label: name }))}
          onChange={(variableName) => {
            const chosen = sources.find(({ variable_name: name }) => name === variableName)
            const condition = chosen && emptyCondition(chosen)
            if (condition) onChange({ ...criterion, variableName, condition })
          }}
        />
      )}
      <Button size="small" variant="quiet" aria-label="Remove the condition" onClick={onRemove}>
        ×
      </Button>
    </div>
  )
}
