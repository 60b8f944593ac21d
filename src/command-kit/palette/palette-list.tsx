import { Command } from 'cmdk'
import { type MouseEvent, memo, useMemo } from 'react'
import type { Where } from '#command-kit/context.ts'
import type { PaletteRow, RowList } from '#command-kit/palette/palette-rows.ts'
import {
  type Layout,
  renderedIndexes,
  ROW_HEIGHT,
  SECTION_HEIGHT,
  topOf,
  useListScroll,
} from '#command-kit/palette/use-list-scroll.ts'
import { classNames } from '#ui/class-names.ts'
import { KeyHint } from '#ui/key-hint.tsx'
import { rowHeightOnScreen } from '#ui/touch.ts'
import styles from '#command-kit/palette/palette.module.css'
import kindIcon from '#ui/kind-icon.module.css'

interface PaletteListProps {
  id: string
  rows: RowList
  active: number
  /** The list scrolls with a cursor moved by keys, not by the pointer. */
  isFollowing: boolean
  /** Whether Enter waits for the rows of the server. */
  isAwaited: boolean
  rowId: (key: string) => string
  pins: readonly string[]
  showsHelp: boolean
  showsKind: boolean
  onPoint: (index: number) => void
  onChoose: (row: PaletteRow, where: Where) => void
}

/** Exceeds the number of visible rows. */
const SLOTS_MAX = 32

/** A virtual list: renders visible rows and the active one. */
export function PaletteList(props: PaletteListProps) {
  const { id, rows, active, isFollowing, isAwaited, rowId, pins, showsHelp, showsKind, onPoint, onChoose } = props
  const layout = useMemo(
    (): Layout => ({
      length: rows.length,
      rowHeight: rowHeightOnScreen(ROW_HEIGHT),
      ...(rows.sections && { sections: rows.sections }),
    }),
    [rows],
  )
  const { scroller, top, height, handleScroll } = useListScroll(layout, active, isFollowing)

  const indexAt = ({ target }: MouseEvent) => {
    const place = target instanceof Element ? target.closest<HTMLElement>('[data-index]')?.dataset['index'] : undefined
    return place === undefined ? undefined : Number(place)
  }
  const handlePointerMove = (event: MouseEvent) => {
    const index = indexAt(event)
    if (index !== undefined && index !== active) onPoint(index)
  }
  const handleClick = (event: MouseEvent) => {
    const row = rows.at(indexAt(event) ?? -1)
    if (row) onChoose(row, event.shiftKey ? 'beside' : 'here')
  }

  const places = renderedIndexes(layout, top, height, active)
  return (
    <div
      ref={scroller}
      className={styles['list']}
      id={id}
      role="listbox"
      aria-label="Results"
      aria-busy={isAwaited}
      tabIndex={-1}
      onScroll={handleScroll}
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field keeps the focus and handles keys */}
      <div
        className={styles['rows']}
        role="presentation"
        style={{ height: topOf(layout, rows.length) }}
        onPointerMove={handlePointerMove}
        onMouseDown={(event) => event.preventDefault()}
        onClick={handleClick}
      >
        {rows.sections?.map(({ title, start }) => (
          <div
            key={title}
            className={styles['section']}
            aria-hidden="true"
            style={{ top: topOf(layout, start) - SECTION_HEIGHT }}
          >
            {title}
          </div>
        ))}
        {places.map((index, place) => {
          const row = rows.at(index)
          if (row === undefined) return null
          // Slots are recycled; the active row may be outside the visible range.
          const isApart = places[place - 1] !== index - 1 && places[place + 1] !== index + 1
          const slot = isApart ? 'apart' : `${index % SLOTS_MAX}`
          return (
            <PaletteItem
              key={slot}
              slot={slot}
              id={rowId(row.key)}
              row={row}
              top={topOf(layout, index)}
              index={index}
              count={rows.length}
              section={rows.sections?.findLast(({ start }) => start <= index)?.title}
              isActive={index === active}
              isPinned={pins.includes(row.key)}
              showsHelp={showsHelp}
              showsKind={showsKind}
            />
          )
        })}
      </div>
    </div>
  )
}

interface PaletteItemProps {
  id: string
  slot: string
  row: PaletteRow
  top: number
  index: number
  count: number
  section: string | undefined
  isActive: boolean
  isPinned: boolean
  showsHelp: boolean
  /** For lists with several kinds. */
  showsKind: boolean
}

/** A row with its own id; cmdk would generate one. */
const PaletteItem = memo(function PaletteItem(props: PaletteItemProps) {
  const { id, slot, row, top, index, count, section, isActive, isPinned, showsHelp, showsKind } = props
  const { title, detail, note } = textsOf(row, showsHelp)
  return (
    <Command.Item asChild value={slot}>
      <div
        id={id}
        role="option"
        className={styles['row']}
        aria-selected={isActive}
        aria-disabled={row.because !== undefined}
        aria-posinset={index + 1}
        aria-setsize={count}
        // Valid on every role since ARIA 1.3, which the rule does not know.
        {...(section !== undefined && { 'aria-description': section })}
        data-index={index}
        data-selected={isActive}
        data-disabled={row.because !== undefined}
        style={{ top }}
      >
        <span
          className={classNames(kindIcon['icon'], styles['icon'])}
          data-kind={row.kind === 'choice' ? row.source.kind : row.kind}
          aria-hidden="true"
        />
        <span className={styles['title']}>{title}</span>
        <span className={styles['detail']}>{row.because ?? detail}</span>
        {note !== undefined && <span className={styles['note']}>{note}</span>}
        {row.kind === 'command' && row.seqs.map((seq) => <KeyHint key={seq} seq={seq} />)}
        {row.kind === 'choice' && showsKind && <span className={styles['kind']}>{row.source.label}</span>}
        {isPinned && <span className={styles['pin']}>pinned</span>}
      </div>
    </Command.Item>
  )
})

interface RowTexts {
  readonly title: string
  readonly detail?: string | undefined
  readonly note?: string | undefined
}

function textsOf(row: PaletteRow, showsHelp: boolean): RowTexts {
  if (row.kind === 'choice') return row.row
  if (row.kind === 'command') return { title: row.title, detail: showsHelp ? row.help : '', note: row.section }
  return row
}
