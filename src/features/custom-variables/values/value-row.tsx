import { lazy, memo, Suspense, useState, type DragEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import type { Variable } from '#contract/shapes/entities.ts'
import type { CustomVariableKind } from '#domain/custom-variables/construct-types.ts'
import { ANY_TEXT_MAX, MINIMUM_VALUES } from '#domain/limits.ts'
import { countOf, formatSize } from '#domain/numbers.ts'
import { VALUE_NAME, VALUE_NAME_HINT } from '#domain/text/names.ts'
import { cleanValueName } from '#domain/text/suggested-names.ts'
import { conditionSentence } from '#entities/conditions/condition-sentence.ts'
import { changeValue } from '#features/custom-variables/draft-edits.ts'
import {
  criteriaOf,
  isBlank,
  isGroup,
  type DraftValue,
  type DraftCriterion,
  type DraftPart,
} from '#features/custom-variables/draft.ts'
import { FIELD } from '#features/custom-variables/save-requirements.ts'
import type { EditDraft } from '#features/custom-variables/use-custom-variable-builder.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from '#features/custom-variables/values/value-list.module.css'
import rowStyles from '#ui/editor-rows.module.css'

// Requested with the builder, which needs it only when a row is open.
const editor = import('#features/custom-variables/values/definition-editor.tsx')
const DefinitionEditor = lazy(async () => ({ default: (await editor).DefinitionEditor }))

export interface ValueRowProps {
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
  /** Two variables: the number of combinations with the value. */
  cells: number
  sources: readonly Variable[]
  isOpen: boolean
  edit: EditDraft
  onToggle: (key: string) => void
  /** Enter in a field: the value is finished. */
  onDone: (key: string) => void
  onMove: (key: string, place: number, title: string, total: number) => void
  onRemove: (key: string) => void
  onDragStart: (key: string) => void
  onDrop: (place: number) => void
}

/** One value as a line: conditions, name and count; opened, the fields of all three. */
export const ValueRow = memo(function ValueRow(props: ValueRowProps) {
  const { value, place, isOpen } = props
  const { key } = value
  const title = value.name || `value ${place + 1}`
  const [isDropTarget, setIsDropTarget] = useState(false)
  const handleDrag = (event: DragEvent) => {
    event.preventDefault()
    setIsDropTarget(event.type === 'dragover')
    if (event.type === 'drop') props.onDrop(place)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a drop target for the mouse; the keyboard has Alt and the arrow keys
    <div
      className={styles['value']}
      role="group"
      aria-label={title}
      data-open={isOpen}
      data-drop={isDropTarget}
      onDragOver={handleDrag}
      onDragLeave={handleDrag}
      onDrop={handleDrag}
    >
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
      <button
        type="button"
        className={classNames(rowStyles['row'], styles['row'])}
        data-row={key}
        aria-expanded={isOpen}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
        onClick={() => props.onToggle(key)}
      >
        <Sentence {...props} />
        <span aria-hidden="true" className={styles['arrow']}>
          →
        </span>
        <span className={classNames(rowStyles['words'], styles['gives'])} data-missing={value.name === ''}>
          {value.name || 'no name'}
        </span>
        <Count {...props} />
      </button>
      {isOpen && <ValueFields {...props} title={title} />}
    </div>
  )
})

function Sentence({ kind, value, sources, isDefault, cells }: ValueRowProps) {
  const words = kind === 'merge' ? (cells === 0 ? '' : countOf(cells, 'combination')) : valueSentence(value, sources)
  const missing = kind === 'merge' ? 'no combination' : isDefault ? 'only by default' : 'no condition'
  return (
    <span className={classNames(rowStyles['words'], styles['sentence'])} data-missing={words === ''} title={words}>
      {words || missing}
    </span>
  )
}

function Count({ kind, isCounted, count, value }: ValueRowProps) {
  const isDefined = kind === 'merge' || criteriaOf(value).some((criterion) => !isBlank(criterion))
  const text = isCounted && isDefined ? formatSize(count) : '–'
  return <span className={rowStyles['count']}>{text}</span>
}

function ValueFields(props: ValueRowProps & { title: string }) {
  const { kind, value, place, total, isTwice, sources, edit, title } = props
  const { key } = value
  const handleKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    const isField =
      target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'text')
    if (event.key !== 'Enter' || !isField || event.defaultPrevented || event.nativeEvent.isComposing) return
    event.preventDefault()
    props.onDone(key)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter in any of its fields
    <div className={styles['fields']} onKeyDown={handleKeyDown}>
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
      {kind !== 'merge' && (
        <Suspense fallback={<Skeleton lines={2} />}>
          <DefinitionEditor value={value} sources={sources} edit={edit} />
        </Suspense>
      )}
      <div className={styles['more']}>
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
          onMove={props.onMove}
          onRemove={props.onRemove}
        />
      </div>
    </div>
  )
}

/** A value's complete conditions in one line: "AGE ≥ 60 and SEX = 1 · Male"; empty without any. */
function valueSentence({ relationship, parts }: DraftValue, sources: readonly Variable[]): string {
  const words = parts.flatMap((part) => partWords(part, sources))
  return words.join(joiner(relationship))
}

function partWords(part: DraftPart, sources: readonly Variable[]): readonly string[] {
  if (!isGroup(part)) return isBlank(part) ? [] : [criterionWords(part, sources)]
  const inner = part.criteria.filter((criterion) => !isBlank(criterion))
  if (inner.length === 0) return []
  return [`(${inner.map((criterion) => criterionWords(criterion, sources)).join(joiner(part.relationship))})`]
}

function criterionWords({ variableName, condition }: DraftCriterion, sources: readonly Variable[]): string {
  if (condition === null) return variableName
  const source = sources.find(({ variableName: name }) => name === variableName)
  return conditionSentence(variableName, condition, source)
}

function joiner(relationship: DraftValue['relationship']): string {
  return relationship === 'AND' ? ' and ' : ' or '
}

interface ValueActsProps extends Pick<ValueRowProps, 'place' | 'total' | 'canRemove' | 'onMove' | 'onRemove'> {
  title: string
  valueKey: string
}

/** Moves a value up or down, or removes it. */
function ValueActs({ title, place, total, canRemove, valueKey, onMove, onRemove }: ValueActsProps) {
  const acts = useRef<HTMLSpanElement>(null)
  const pressed = useRef<{ act: string; to: number } | null>(null)
  // Moving an element in the page blurs it.
  useEffect(() => {
    if (pressed.current?.to !== place) return
    acts.current?.querySelector<HTMLElement>(`[data-act="${pressed.current.act}"]`)?.focus()
    pressed.current = null
  }, [place])
  const move = (act: string, to: number) => {
    if (to < 0 || to >= total) return
    pressed.current = { act, to }
    onMove(valueKey, to, title, total)
  }
  return (
    <span ref={acts} className={styles['acts']}>
      <Act
        act="up"
        label={`Move ${title} up`}
        path="M8 13V3M4 7l4-4 4 4"
        isOff={place === 0}
        because="This is the first value."
        onPress={() => move('up', place - 1)}
      />
      <Act
        act="down"
        label={`Move ${title} down`}
        path="M8 3v10M4 9l4 4 4-4"
        isOff={place === total - 1}
        because="This is the last value."
        onPress={() => move('down', place + 1)}
      />
      <Act
        act="remove"
        label={`Remove ${title}`}
        path="M4 4l8 8M12 4l-8 8"
        isOff={!canRemove}
        because={`At least ${MINIMUM_VALUES} values are needed.`}
        onPress={() => {
          if (canRemove) onRemove(valueKey)
        }}
      />
    </span>
  )
}

interface ActProps {
  act: string
  label: string
  path: string
  isOff: boolean
  because: string
  onPress: () => void
}

/** A disabled button keeps the focus. */
function Act({ act, label, path, isOff, because, onPress }: ActProps) {
  return (
    <Button
      size="small"
      variant="quiet"
      data-act={act}
      aria-label={label}
      aria-disabled={isOff}
      {...(isOff && { 'data-tooltip': because, 'aria-description': because })}
      onClick={onPress}
    >
      <Icon path={path} />
    </Button>
  )
}
