import styles from '#ui/skeleton.module.css'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'

export function Skeleton({ lines = 4, label = 'Loading' }: { lines?: number; label?: string }) {
  return (
    <div className={styles['lines']} role="status" data-loading>
      <VisuallyHidden>{label}…</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={styles['line']} aria-hidden="true" />
      ))}
    </div>
  )
}
