import { useState } from 'react'
import type { Variable } from '#contract/shapes/entities.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { ConditionEditor } from '#entities/conditions/condition-editor.tsx'
import { ConditionPicture } from '#entities/distributions/condition-picture.tsx'
import { changeValue, nextSource, withoutCriterion } from '#features/custom-variables/draft-edits.ts'
import {
  criteriaOf,
  isBlank,
  isGroup,
  type DraftCriterion,
  type DraftValue,
  addCriterion,
  addGroup,
  joinGroup,
  replaceCriterion,
} from '#features/custom-variables/draft.ts'
import { FIELD } from '#features/custom-variables/save-requirements.ts'
import type { EditDraft } from '#features/custom-variables/use-custom-variable-builder.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import styles from '#features/custom-variables/values/value-list.module.css'
import stack from '#ui/stack.module.css'

const RELATIONSHIPS = [
  { value: 'AND', label: 'AND: all of them' },
  { value: 'OR', label: 'OR: any of them' },
] as const

interface DefinitionEditorProps {
  value: DraftValue
  sources: readonly Variable[]
  edit: EditDraft
}

/** Conditions joined by AND or OR, with nested groups; two levels at most. */
export function DefinitionEditor({ value, sources, edit }: DefinitionEditorProps) {
  const { key, parts } = value
  const names = sources.map(({ variableName: name }) => name)
  const change = (next: (before: DraftValue) => DraftValue, what?: string) =>
    edit((draft) => {
      const before = draft.values.find((one) => one.key === key)
      return before ? changeValue(draft, key, next(before)) : draft
    }, what)
  const criteria = criteriaOf(value)
  const isOnly = criteria.length === 1
  // The picture below edits the condition used last.
  const [usedKey, setUsedKey] = useState<string | null>(null)
  const used = criteria.find((one) => one.key === usedKey) ?? criteria[0]
  const drawn = sources.find(({ variableName: name }) => name === used?.variableName)
  const criterion = (one: DraftCriterion) => (
    <CriterionEditor
      key={one.key}
      criterion={one}
      sources={sources}
      isRemovable={!isOnly || !isBlank(one)}
      onChange={(next) => change((before) => replaceCriterion(before, next), `condition ${one.key}`)}
      onRemove={() => change((before) => withoutCriterion(before, one.key))}
      onUse={() => setUsedKey(one.key)}
    />
  )

  return (
    <div className={styles['parts']} data-field={FIELD.valueDefinition(key)}>
      {parts.length > 1 && (
        <div className={styles['joined']}>
          <SelectField
            label="Relationship"
            value={value.relationship}
            options={RELATIONSHIPS}
            onChange={(relationship) => change((before) => ({ ...before, relationship }))}
          />
        </div>
      )}
      {parts.map((part) =>
        isGroup(part) ? (
          <div key={part.key} className={styles['group']} role="group" aria-label="Condition group">
            <div className={styles['joined']}>
              <SelectField
                label="Relationship in the group"
                value={part.relationship}
                options={RELATIONSHIPS}
                onChange={(relationship) => change((before) => joinGroup(before, part.key, relationship))}
              />
            </div>
            {part.criteria.map(criterion)}
            <div>
              <Button
                size="small"
                disabled={names.length === 0}
                onClick={() => change((before) => addCriterion(before, nextSource(before, names), part.key))}
              >
                Add to the group
              </Button>
            </div>
          </div>
        ) : (
          criterion(part)
        ),
      )}
      {used && drawn && (
        <ConditionPicture
          key={used.key}
          variable={drawn}
          cohortId={ROOT_COHORT_ID}
          condition={used.condition}
          onChange={(condition) =>
            change((before) => replaceCriterion(before, { ...used, condition }), `condition ${used.key}`)
          }
        />
      )}
      {names.length > 0 && (
        <div className={stack['row']}>
          <Button
            size="small"
            onClick={() => change((before) => addCriterion(before, nextSource(before, names), null))}
          >
            Add a condition
          </Button>
          <Button size="small" onClick={() => change((before) => addGroup(before, nextSource(before, names)))}>
            Add a group
          </Button>
        </div>
      )}
    </div>
  )
}

const LAST = 'A definition needs at least one condition.'

interface CriterionEditorProps {
  criterion: DraftCriterion
  sources: readonly Variable[]
  /** A definition keeps its last condition, which can only be cleared. */
  isRemovable: boolean
  onChange: (criterion: DraftCriterion) => void
  onRemove: () => void
  onUse: () => void
}

/** One condition of a value; with several sources the user chooses its source. */
function CriterionEditor({ criterion, sources, isRemovable, onChange, onRemove, onUse }: CriterionEditorProps) {
  const source = sources.find(({ variableName: name }) => name === criterion.variableName)
  return (
    <div className={styles['criterion']} data-several={sources.length > 1} onFocus={onUse}>
      {sources.length > 1 && (
        <SelectField
          label="Variable of the condition"
          value={criterion.variableName}
          options={sources.map(({ variableName: name }) => ({ value: name, label: name }))}
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
