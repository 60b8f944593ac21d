import type { ReactNode } from 'react'
import styles from '#ui/charts/bar-list.module.css'

export interface Bar {
  readonly key: string
  readonly label: string
  readonly count: number
  /** Shown in place of the label: a link that begins with it. */
  readonly link?: ReactNode
}

export interface BarListProps {
  label: string
  bars: readonly Bar[]
  format: (count: number) => string
  share: (count: number) => string
}

export function BarList({ label, bars, format, share }: BarListProps) {
  const longest = Math.max(1, ...bars.map((bar) => bar.count))
  return (
    <ul className={styles['list']} aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.key} className={styles['row']}>
          <span className={styles['label']}>{bar.link ?? bar.label}</span>
          <span className={styles['track']} aria-hidden="true">
            {bar.count > 0 && (
              <span className={styles['fill']} style={{ display: 'block', width: `${(100 * bar.count) / longest}%` }} />
            )}
          </span>
          <span className={styles['count']}>{format(bar.count)}</span>
          <span className={styles['share']}>{share(bar.count)}</span>
        </li>
      ))}
    </ul>
  )
}
