import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from '#ui/skeleton.module.css'

interface SkeletonProps {
  lines?: number
  label?: string
  /** The content that loads: text, the rows of a list, or the page of one thing. */
  shape?: 'rows' | 'page'
}

export function Skeleton({ shape, lines = shape === 'rows' ? 10 : 4, label = 'Loading' }: SkeletonProps) {
  return (
    <div className={styles['lines']} role="status" data-loading data-shape={shape}>
      <VisuallyHidden>{label}…</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={styles['line']} aria-hidden="true" />
      ))}
    </div>
  )
}
