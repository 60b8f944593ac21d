import { UNKNOWN_VALUE } from '#domain/limits.ts'
import styles from '#features/custom-variables/combine/combine.module.css'
import { UNKNOWN_KEY, type DraftValue } from '#features/custom-variables/draft.ts'
import { Button } from '#ui/button.tsx'

interface BrushListProps {
  values: readonly DraftValue[]
  titles: ReadonlyMap<string, string>
  /** The value that the mouse paints with; null only selects. */
  brush: string | null
  onChoose: (brush: string | null) => void
}

/** More values than that are given by key or by the dialog. */
const SHOWN = 12

/** The values as brushes for the mouse, each with the key that gives it. */
export function BrushList({ values, titles, brush, onChoose }: BrushListProps) {
  const brushes = [...values.slice(0, SHOWN).map(({ key }) => key), UNKNOWN_KEY]
  return (
    <div className={styles['brushes']} role="group" aria-label="Paint with">
      {brushes.map((key, place) => {
        const stroke = key === UNKNOWN_KEY ? '0' : place < 9 ? String(place + 1) : ''
        return (
          <Button
            key={key}
            size="small"
            aria-pressed={brush === key}
            aria-keyshortcuts={stroke || undefined}
            data-tint={key === UNKNOWN_KEY ? 'unknown' : String(place % 8)}
            className={styles['brush']}
            onClick={() => onChoose(brush === key ? null : key)}
          >
            {stroke !== '' && <kbd>{stroke}</kbd>} {titles.get(key) ?? UNKNOWN_VALUE}
          </Button>
        )
      })}
    </div>
  )
}
