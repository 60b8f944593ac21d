import { Command } from 'cmdk'
import { memo } from 'react'
import type { PaletteRow } from '#command-kit/palette/palette-rows.ts'
import styles from '#command-kit/palette/palette.module.css'
import { KeyHint } from '#ui/key-hint.tsx'

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
export const PaletteItem = memo(function PaletteItem(props: PaletteItemProps) {
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
          className={styles['icon']}
          data-kind={row.kind === 'choice' ? row.source.kind : 'command'}
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
  return { title: row.title, detail: showsHelp ? row.help : '', note: row.section }
}
