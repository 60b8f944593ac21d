import type { ReactNode } from 'react'
import styles from '#ui/split-bar.module.css'

export interface SplitPart {
  readonly key: string
  readonly label: ReactNode
  readonly count: number
}

interface SplitBarProps {
  label: string
  parts: readonly SplitPart[]
  format: (count: number) => string
  share: (count: number) => string
  /** What the shares are of. */
  base: string
}

/** One bar whose parts add up to a whole, and their numbers; parts differ by pattern as well as colour. */
export function SplitBar({ label, parts, format, share, base }: SplitBarProps) {
  const shown = parts.some(({ count }) => count > 0) ? parts : []
  return (
    <figure className={styles['split']} aria-label={label}>
      <div className={styles['bar']} aria-hidden="true">
        {/* Parts that came in at one end and then moved apart would be seen moving. */}
        {shown.map((part) => (
          <div key={part.key} className={styles['part']} data-part={part.key} style={{ flexGrow: part.count }} />
        ))}
      </div>
      <dl className={styles['legend']}>
        {parts.map((part) => (
          <div key={part.key} className={styles['entry']}>
            <span className={styles['swatch']} data-part={part.key} aria-hidden="true" />
            <dt className={styles['name']}>{part.label}</dt>
            {/* Made anew with its numbers: none of them is seen moving into the place of what stood for it. */}
            <dd key={share(part.count)} className={styles['number']}>
              {format(part.count)} <span className={styles['share']}>{share(part.count)}</span>
            </dd>
          </div>
        ))}
      </dl>
      <figcaption className={styles['base']}>{base}</figcaption>
    </figure>
  )
}
