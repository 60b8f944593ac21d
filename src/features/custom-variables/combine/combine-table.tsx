import { useMemo, useRef, useState, useCallback } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { NO_RESULTS } from '#domain/messages.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { VALUE_NAME } from '#domain/text/names.ts'
import { cleanValueName } from '#domain/text/suggested-names.ts'
import { foldText } from '#domain/text/text.ts'
import { cellKey } from '#features/custom-variables/combine/cell-counts.ts'
import { CombineGrid } from '#features/custom-variables/combine/combine-grid.tsx'
import { blockOf, blockSize, cellsWithin, START, type Block } from '#features/custom-variables/combine/grid-cursor.ts'
import { assignCells, changeValue } from '#features/custom-variables/draft-edits.ts'
import { UNKNOWN_KEY, valueTitle, type DraftValue } from '#features/custom-variables/draft.ts'
import { FIELD } from '#features/custom-variables/save-requirements.ts'
import type { CustomVariableBuilder, EditDraft } from '#features/custom-variables/use-custom-variable-builder.ts'
import { useCellCounts } from '#features/custom-variables/use-draft-counts.ts'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import styles from '#features/custom-variables/combine/combine.module.css'
import stack from '#ui/stack.module.css'

/** All combinations of two variables' answers, each with its assigned value. */
export function CombineTable({ builder }: { builder: CustomVariableBuilder }) {
  const { draft, sources, cells, edit } = builder
  const [first, second] = sources
  const [cursor, setCursor] = useState(START)
  const [brush, setBrush] = useState<string | null>(null)
  const [dialog, setDialog] = useState<'assign' | 'fill' | null>(null)
  const [announced, setAnnounced] = useState('')
  const grid = useRef<HTMLTableElement>(null)
  const counts = useCellCounts(sources)
  const rows = useMemo(() => [...(first?.possibleValues ?? []), UNKNOWN_VALUE], [first])
  const columns = useMemo(() => [...(second?.possibleValues ?? []), UNKNOWN_VALUE], [second])
  const { values } = draft
  const titles = useMemo(
    () =>
      new Map([[UNKNOWN_KEY, UNKNOWN_VALUE], ...values.map(({ key }) => [key, valueTitle({ values }, key)] as const)]),
    [values],
  )
  const open = cells.filter((cell) => draft.cells[cell] === undefined)
  const assignable = useMemo(() => new Set(cells), [cells])
  const keyAt = (row: number, column: number) => cellKey({ first: rows[row] ?? '', second: columns[column] ?? '' })
  const here = draft.cells[keyAt(cursor.focus.row, cursor.focus.column)]

  const assign = (keys: readonly string[], valueKey: string | null) => {
    const taken = keys.filter((key) => assignable.has(key))
    if (taken.length === 0) return setAnnounced('If both are missing, the value is [UNK].')
    edit((before) => assignCells(before, taken, valueKey))
    const what = countOf(taken.length, 'combination')
    setAnnounced(valueKey === null ? `${what}: open` : `${what}: ${titles.get(valueKey) ?? ''}`)
  }
  const assignBlock = (block: Block, valueKey: string | null) =>
    assign(
      cellsWithin(block).map(({ row, column }) => keyAt(row, column)),
      valueKey,
    )

  const nothingToFill = open.length === 0 ? 'Every combination has a value.' : null
  const noValue =
    here === undefined
      ? 'First give a value to the combination in focus. The other open combinations get the same value.'
      : null
  const because = nothingToFill ?? noValue
  usePaneActions({
    'form.fill': {
      available: because === null || { because },
      run: () => setDialog('fill'),
    },
  })
  const cellInFocus = () => grid.current?.querySelector<HTMLElement>('[tabindex="0"]') ?? null
  if (!first || !second) return null

  return (
    <section className={stack['section']} aria-label="Combinations" data-field={FIELD.cells}>
      <dl className={styles['heads']}>
        <dt>Rows</dt>
        <dd>
          <strong>{first.question.replaceAll('|', ' ')}</strong>{' '}
          <span className={stack['muted']}>{first.variableName}</span>
        </dd>
        <dt>Columns</dt>
        <dd>
          <strong>{second.question.replaceAll('|', ' ')}</strong>{' '}
          <span className={stack['muted']}>{second.variableName}</span>
        </dd>
      </dl>
      <p className={stack['muted']}>
        Arrow keys move, with Shift they select a block; 1 to 9 give the first nine values, 0 gives [UNK], Enter offers
        all values, Delete opens a combination again. With the mouse: choose a value and paint.
      </p>
      <div className={stack['row']}>
        <BrushList values={draft.values} titles={titles} brush={brush} onChoose={setBrush} edit={edit} />
        <CommandButton id="form.fill" args={{}} size="small" />
      </div>
      {/** On a line of its own: a longer text must not shift the table under the pointer. */}
      <p className={stack['muted']} role="status">
        {open.length === 0 ? 'All combinations have a value.' : `${formatCount(open.length)} open`}
      </p>
      <CombineGrid
        ref={grid}
        label={`Combinations of ${first.variableName} and ${second.variableName}`}
        first={first}
        second={second}
        rows={rows}
        columns={columns}
        assigned={draft.cells}
        titles={titles}
        counts={counts}
        isCounted={builder.counts.canPreview}
        cursor={cursor}
        onCursor={setCursor}
        onKey={(key) => {
          if (key === 'Enter') setDialog('assign')
          else if (key === 'Delete' || key === 'Backspace') assignBlock(blockOf(cursor), null)
          else if (key === '0') assignBlock(blockOf(cursor), UNKNOWN_KEY)
          else assignBlock(blockOf(cursor), draft.values[Number(key) - 1]?.key ?? here ?? null)
        }}
        onPaint={brush === null ? null : (block) => assignBlock(block, brush)}
      />
      {counts !== null && counts.elsewhere > 0 && (
        <p className={stack['muted']}>
          {countOf(counts.elsewhere, 'individual')} have an answer outside the possible values and get [UNK].
        </p>
      )}
      <VisuallyHidden>
        <span role="status">{announced}</span>
      </VisuallyHidden>
      {dialog === 'assign' && (
        <AssignDialog
          titles={titles}
          size={blockSize(blockOf(cursor))}
          onChoose={(valueKey) => assignBlock(blockOf(cursor), valueKey)}
          onClose={() => setDialog(null)}
          finalFocus={cellInFocus}
        />
      )}
      {dialog === 'fill' && here !== undefined && (
        <FillDialog
          valueTitle={titles.get(here) ?? ''}
          size={open.length}
          onFill={() => assign(open, here)}
          onClose={() => setDialog(null)}
          finalFocus={cellInFocus}
        />
      )}
    </section>
  )
}

interface AssignDialogProps {
  titles: ReadonlyMap<string, string>
  /** The number of combinations to be assigned. */
  size: number
  onChoose: (valueKey: string) => void
  onClose: () => void
  finalFocus: () => HTMLElement | null
}

/** Assigns one of all values to the selected combinations. */
function AssignDialog({ titles, size, onChoose, onClose, finalFocus }: AssignDialogProps) {
  const rowsFor = useCallback(
    (text: string) =>
      [...titles]
        .filter(([, title]) => foldText(title).includes(foldText(text.trim())))
        .map(([value, title]) => ({ value, title })),
    [titles],
  )
  return (
    <Dialog isOpen onClose={onClose} title={`A value for ${countOf(size, 'combination')}`} finalFocus={finalFocus}>
      <Combobox
        label="Value"
        chosen=""
        rowsFor={rowsFor}
        onChoose={(valueKey) => {
          onChoose(valueKey)
          onClose()
        }}
        emptyText={NO_RESULTS}
        placeholder="Type a part of its name…"
      />
    </Dialog>
  )
}

interface BrushListProps {
  values: readonly DraftValue[]
  titles: ReadonlyMap<string, string>
  /** The value painted by the mouse; null only selects. */
  brush: string | null
  onChoose: (brush: string | null) => void
  edit: EditDraft
}

/** Further values are assigned by key or in the dialog. */
const SHOWN = 12

/** The legend of the table: the values as brushes for the mouse, each with its key and its name, which is a field. */
function BrushList({ values, titles, brush, onChoose, edit }: BrushListProps) {
  return (
    <div className={styles['brushes']} role="group" aria-label="Legend: paint with">
      {values.slice(0, SHOWN).map(({ key, name }, place) => (
        <span key={key} className={styles['entry']} data-tint={String(place % 8)}>
          <Button
            size="small"
            variant="quiet"
            aria-pressed={brush === key}
            aria-label={`Paint with ${titles.get(key) ?? ''}`}
            aria-keyshortcuts={strokeOf(place) || undefined}
            onClick={() => onChoose(brush === key ? null : key)}
          >
            <kbd>{strokeOf(place) || '·'}</kbd>
          </Button>
          <input
            className={styles['name']}
            aria-label={`Name of value ${place + 1}`}
            placeholder={`value ${place + 1}`}
            value={name}
            size={Math.max(7, Math.min(name.length + 1, 24))}
            onChange={({ target }) => {
              const next = cleanValueName(target.value).slice(0, VALUE_NAME.maxLength)
              edit((draft) => changeValue(draft, key, { name: next }), FIELD.valueName(key))
            }}
          />
        </span>
      ))}
      <span className={styles['entry']} data-tint="unknown">
        <Button
          size="small"
          variant="quiet"
          aria-pressed={brush === UNKNOWN_KEY}
          aria-keyshortcuts="0"
          onClick={() => onChoose(brush === UNKNOWN_KEY ? null : UNKNOWN_KEY)}
        >
          <kbd>0</kbd> {UNKNOWN_VALUE}
        </Button>
      </span>
    </div>
  )
}

/** The digit that gives the value of this place. */
function strokeOf(place: number): string {
  return place < 9 ? String(place + 1) : ''
}

interface FillDialogProps {
  /** The value for the unassigned combinations. */
  valueTitle: string
  /** The number of unassigned combinations. */
  size: number
  onFill: () => void
  onClose: () => void
  finalFocus: () => HTMLElement | null
}

/** Confirms the value for all unassigned combinations. */
export function FillDialog({ valueTitle, size, onFill, onClose, finalFocus }: FillDialogProps) {
  const confirm = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Fill ${countOf(size, 'open combination')} with “${valueTitle}”?`}
      initialFocus={() => confirm.current}
      finalFocus={finalFocus}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            ref={confirm}
            variant="primary"
            onClick={() => {
              onFill()
              onClose()
            }}
          >
            Fill with “{valueTitle}”
          </Button>
        </>
      }
    >
      <p>
        “{valueTitle}” is the value of the combination in focus. To fill with another value, focus another combination.
      </p>
    </Dialog>
  )
}
