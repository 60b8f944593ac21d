import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import type { ArgumentSource } from '#command-kit/argument-source.ts'
import type { ArgumentValue } from '#command-kit/declaration.ts'
import { useCommandKit, useRegistry } from '#command-kit/hooks.ts'
import { Button } from '#ui/button.tsx'
import { useDebounced } from '#ui/forms/use-debounced.ts'
import styles from '#workspace/lists/quick-look.module.css'

/** Milliseconds before the card follows the active row (debounce). */
const FOLLOW_DELAY = 80

export interface QuickLookProps {
  /** The path of the active row; null for a row without a page. */
  url: string | null
  /** Null for a card beside the list, which stays. */
  onClose: (() => void) | null
}

/** The card of the active row; it follows the arrow keys. The focus stays in the list. */
export function QuickLookCard({ url, onClose }: QuickLookProps) {
  const { sources } = useCommandKit()
  const registry = useRegistry()
  const settled = useDebounced(url, FOLLOW_DELAY)
  const subject = settled === null ? undefined : registry.subjectOf(settled)
  const source = sources.find(({ kind }) => kind === subject?.kind)
  return (
    <div className={onClose ? styles['anchor'] : styles['beside']}>
      <aside className={styles['card']} aria-label="Quick look" aria-live="polite">
        {subject && source ? (
          <Suspense>
            <Card key={settled} source={source} value={subject.value} />
          </Suspense>
        ) : (
          <p className={styles['muted']}>This row has no card.</p>
        )}
        {onClose && (
          <Button
            size="small"
            variant="quiet"
            className={styles['close'] ?? ''}
            aria-label="Close quick look"
            onClick={onClose}
          >
            ×
          </Button>
        )}
      </aside>
    </div>
  )
}

function Card({ source, value }: { source: ArgumentSource; value: ArgumentValue }) {
  const { Preview } = source
  return Preview ? <Preview value={value} /> : <Summary source={source} value={value} />
}

/** A thing without a preview of its own: its name, size and description. */
function Summary({ source, value }: { source: ArgumentSource; value: ArgumentValue }) {
  const state = useAtomValue(source.rows)
  const row = state.status === 'ready' ? state.rows.find((one) => one.value === value) : undefined
  return (
    row && (
      <>
        <h2>{row.title}</h2>
        {row.note !== undefined && <p>{row.note}</p>}
        <p className={styles['muted']}>{row.detail}</p>
      </>
    )
  )
}
