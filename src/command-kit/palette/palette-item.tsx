import { Command } from 'cmdk'
import { memo } from 'react'
import type { PaletteRow } from '#command-kit/palette/palette-rows.ts'
import styles from '#command-kit/palette/palette.module.css'
import { KeyHint } from '#ui/key-hint.tsx'

interface PaletteItemProps {
  id: string
  /** The library's name for it: as long as that stays the same, the library has nothing to do. */
  slot: string
  row: PaletteRow
  top: number
  index: number
  count: number
  isActive: boolean
  isPinned: boolean
  showsHelp: boolean
  /** Where the list holds things of several kinds. */
  showsKind: boolean
}

/** One row: its own element with its own id, since the library's would name it otherwise. */
export const PaletteItem = memo(function PaletteItem(props: PaletteItemProps) {
  const { id, slot, row, top, index, count, isActive, isPinned, showsHelp, showsKind } = props
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
        data-index={index}
        data-selected={isActive}
        data-disabled={row.because !== undefined}
        style={{ top }}
      >
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
  return { title: row.title, detail: showsHelp ? row.help : '', note: row.section }
}
