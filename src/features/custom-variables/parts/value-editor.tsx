import { VALUE_NAME } from '#domain/names.ts'
import { emptyCondition } from '#entities/condition-editor.tsx'
import { newKey, type DraftValue } from '#features/custom-variables/draft.ts'
import styles from '#features/custom-variables/parts/builder.module.css'
import { CriterionEditor } from '#features/custom-variables/parts/criterion-editor.tsx'
import type { CustomVariableBuilder } from '#features/custom-variables/use-custom-variable-builder.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import stack from '#ui/stack.module.css'
import { TextField } from '#ui/text-field.tsx'

interface ValueEditorProps {
  builder: CustomVariableBuilder
  value: DraftValue
  /** Names that are taken. */
  others: readonly string[]
  onChange: (value: DraftValue) => void
  onMove: { up: (() => void) | null; down: (() => void) | null }
  /** Null where a value fewer would be too few. */
  onRemove: (() => void) | null
}

const RELATIONSHIPS = [
  { value: 'AND', label: 'AND: all conditions' },
  { value: 'OR', label: 'OR: any condition' },
] as const

/** Name, place and definition of one value. */
export function ValueEditor({ builder, value, others, onChange, onMove, onRemove }: ValueEditorProps) {
  const { draft, change, sources } = builder
  const words = value.name || 'the value without a name'
  const isDefault = draft.defaultKey === value.key
  const [first] = sources
  const addCriterion = () => {
    const condition = first && emptyCondition(first)
    if (!first || !condition) return
    const criterion = { key: newKey(), variableName: first.variable_name, condition }
    onChange({ ...value, criteria: [...value.criteria, criterion] })
  }

  return (
    <div className={styles['value']} role="group" aria-label={words}>
      <div className={styles['head']}>
        <TextField
          label="Value name"
          value={value.name}
          onChange={(name) => onChange({ ...value, name })}
          pattern={VALUE_NAME.input}
          problemOf={(name) =>
            VALUE_NAME.problem(name) ?? (others.includes(name) ? 'Another value has this name.' : null)
          }
        />
        <TextField
          label="Value description"
          value={value.description}
          onChange={(description) => onChange({ ...value, description })}
          isOptional
        />
        <span className={stack['row']}>
          <MoveButton label={`Move ${words} up`} sign="↑" onPress={onMove.up} />
          <MoveButton label={`Move ${words} down`} sign="↓" onPress={onMove.down} />
          <MoveButton label={`Remove ${words}`} sign="×" onPress={onRemove} />
        </span>
      </div>
      {draft.kind !== 'merge' && (
        <label className={stack['row']}>
          <input
            type="checkbox"
            checked={isDefault}
            onChange={() => change({ defaultKey: isDefault ? null : value.key })}
          />
          Default: everybody whom no definition takes
        </label>
      )}
      {draft.kind !== 'merge' && value.criteria.length > 1 && (
        <SelectField
          label="Joined by"
          value={value.relationship}
          options={RELATIONSHIPS}
          onChange={(relationship) => onChange({ ...value, relationship })}
        />
      )}
      {draft.kind !== 'merge' &&
        value.criteria.map((criterion) => (
          <CriterionEditor
            key={criterion.key}
            criterion={criterion}
            sources={sources}
            onChange={(next) =>
              onChange({ ...value, criteria: value.criteria.map((one) => (one.key === next.key ? next : one)) })
            }
            onRemove={() => onChange({ ...value, criteria: value.criteria.filter((one) => one.key !== criterion.key) })}
          />
        ))}
      {draft.kind !== 'merge' && (
        <div>
          <Button size="small" disabled={!first} onClick={addCriterion}>
            Add a condition
          </Button>
        </div>
      )}
    </div>
  )
}

function MoveButton({ label, sign, onPress }: { label: string; sign: string; onPress: (() => void) | null }) {
  return (
    <Button size="small" variant="quiet" aria-label={label} disabled={onPress === null} onClick={onPress ?? undefined}>
      {sign}
    </Button>
  )
}
