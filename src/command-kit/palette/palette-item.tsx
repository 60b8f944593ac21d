import { Command } from 'cmdk'
import type { Where } from '#command-kit/context.ts'
import type { PaletteRow } from '#command-kit/palette/palette-rows.ts'
import styles from '#command-kit/palette/palette.module.css'
import { KeyHint } from '#ui/key-hint.tsx'

interface PaletteItemProps {
  id: string
  row: PaletteRow
  top: number
  /** From 1. */
  position: number
  count: number
  isActive: boolean
  isPinned: boolean
  showsHelp: boolean
  /** Where the list holds things of several kinds. */
  showsKind: boolean
  onPoint: () => void
  onChoose: (where: Where) => void
}

/** One row: its own element with its own id, since the library's would name it otherwise. */
export function PaletteItem(props: PaletteItemProps) {
  const { id, row, top, position, count, isActive, isPinned, showsHelp, showsKind, onPoint, onChoose } = props
  return (
    <Command.Item asChild value={row.key}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys are the field's, which keeps the focus */}
      <div
        id={id}
        role="option"
        className={styles['row']}
        aria-selected={isActive}
        aria-disabled={row.because !== undefined}
        aria-posinset={position}
        aria-setsize={count}
        data-selected={isActive}
        data-disabled={row.because !== undefined}
        style={{ transform: `translateY(${top}px)` }}
        onPointerMove={() => {
          if (!isActive) onPoint()
        }}
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => onChoose(event.shiftKey ? 'beside' : 'here')}
      >
        {row.kind === 'command' ? (
          <CommandText row={row} showsHelp={showsHelp} />
        ) : (
          <ChoiceText row={row} showsKind={showsKind} />
        )}
        {isPinned && <span className={styles['pin']}>pinned</span>}
      </div>
    </Command.Item>
  )
}

function CommandText({ row, showsHelp }: { row: PaletteRow & { kind: 'command' }; showsHelp: boolean }) {
  return (
    <>
      <span className={styles['title']}>{row.title}</span>
      <span className={styles['detail']}>{row.because ?? (showsHelp ? row.help : '')}</span>
      <span className={styles['note']}>{row.section}</span>
      {row.seqs.map((seq) => (
        <KeyHint key={seq} seq={seq} />
      ))}
    </>
  )
}

interface ChoiceTextProps {
  row: PaletteRow & { kind: 'choice' }
  showsKind: boolean
}

function ChoiceText({ row: { row, source, because }, showsKind }: ChoiceTextProps) {
  return (
    <>
      <span className={styles['title']}>{row.title}</span>
      <span className={styles['detail']}>{because ?? row.detail}</span>
      {row.note !== undefined && <span className={styles['note']}>{row.note}</span>}
      {showsKind && <span className={styles['kind']}>{source.label}</span>}
    </>
  )
}
