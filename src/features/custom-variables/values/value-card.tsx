import styles from '#features/custom-variables/values/value-list.module.css'
import stack from '#ui/stack.module.css'
import type { Variable } from '#contract/shapes/entities.ts'
import { memo, useState, type DragEvent } from 'react'
import type { CustomVariableKind } from '#domain/custom-variables.ts'
import { cleanValueName, VALUE_NAME, VALUE_NAME_HINT } from '#domain/names.ts'
import { countOf } from '#domain/numbers.ts'
import type { DraftValue } from '#features/custom-variables/draft.ts'
import { changeValue } from '#features/custom-variables/draft-edits.ts'
import { FIELD } from '#features/custom-variables/save-requirements.ts'
import type { EditDraft } from '#features/custom-variables/use-custom-variable-builder.ts'
import { DefinitionEditor } from '#features/custom-variables/values/definition-editor.tsx'
import { ValueActs } from '#features/custom-variables/values/value-acts.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ANY_TEXT_MAX } from '#domain/limits.ts'
import { usePaneId } from '#workspace/panes/pane-atoms.ts'

export interface ValueCardProps {
  kind: CustomVariableKind
  value: DraftValue
  place: number
  total: number
  /** Whether an earlier value has the same name. */
  isTwice: boolean
  isDefault: boolean
  canRemove: boolean
  isCounted: boolean
  /** The number of individuals with the value; null if suppressed. */
  count: number | null
  sources: readonly Variable[]
  edit: EditDraft
  onMove: (key: string, place: number, title: string, total: number) => void
  onDragStart: (key: string) => void
  onDrop: (place: number) => void
}

/** Name, position, definition and count of one value. */
export const ValueCard = memo(function ValueCard(props: ValueCardProps) {
  const { kind, value, place, total, isTwice, isDefault, isCounted, count, sources, edit } = props
  const title = value.name || `value ${place + 1}`
  const [isDropTarget, setIsDropTarget] = useState(false)
  const { key } = value
  const handleDrag = (event: DragEvent) => {
    event.preventDefault()
    setIsDropTarget(event.type === 'dragover')
    if (event.type === 'drop') props.onDrop(place)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a drop target for the mouse; the keyboard has buttons
    <div
      className={styles['value']}
      role="group"
      aria-label={title}
      data-drop={isDropTarget}
      onDragOver={handleDrag}
      onDragLeave={handleDrag}
      onDrop={handleDrag}
    >
      <div className={styles['head']}>
        <span
          className={styles['place']}
          draggable
          title="Drag to reorder"
          onDragStart={(event) => {
            event.dataTransfer.setData('text/plain', title)
            props.onDragStart(key)
          }}
        >
          {place + 1}
        </span>
        <div data-field={FIELD.valueName(key)}>
          <TextField
            label="Value name"
            value={value.name}
            onChange={(name) => edit((draft) => changeValue(draft, key, { name }), FIELD.valueName(key))}
            clean={cleanValueName}
            cutAt={VALUE_NAME.maxLength}
            pattern={VALUE_NAME.input}
            hint={VALUE_NAME_HINT}
            problemOf={(name) => VALUE_NAME.problem(name) ?? (isTwice ? 'Another value has this name.' : null)}
          />
        </div>
        <TextField
          label="Value description"
          value={value.description}
          onChange={(description) => edit((draft) => changeValue(draft, key, { description }), `description of ${key}`)}
          maxLength={ANY_TEXT_MAX}
          isOptional
        />
        <ValueActs
          title={title}
          place={place}
          total={total}
          canRemove={props.canRemove}
          valueKey={key}
          edit={edit}
          onMove={props.onMove}
        />
      </div>
      {kind !== 'merge' && <DefinitionEditor value={value} sources={sources} edit={edit} />}
      <div className={styles['line']}>
        {kind === 'merge' ? <span /> : <DefaultChoice isDefault={isDefault} valueKey={key} edit={edit} />}
        {isCounted ? (
          // A separate element: a change of the text before it would count as a layout shift.
          <span key="count" className={styles['count']}>
            {count === null ? 'hidden' : countOf(count, 'individual')}
          </span>
        ) : (
          <span className={stack['muted']}>not counted yet</span>
        )}
      </div>
    </div>
  )
})

interface DefaultChoiceProps {
  isDefault: boolean
  valueKey: string
  edit: EditDraft
}

/** Chooses one of the values, or [UNK], as the default for unmatched individuals. */
export function DefaultChoice({ isDefault, valueKey, edit }: DefaultChoiceProps) {
  return (
    <label className={styles['default']}>
      <input
        type="radio"
        name={`default ${usePaneId()}`}
        checked={isDefault}
        onChange={() => edit((before) => ({ ...before, defaultKey: valueKey }))}
      />
      Default: everyone else
    </label>
  )
}
