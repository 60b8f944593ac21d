import type { ReactNode } from 'react'
import type { BarListProps } from '#ui/charts/bar-list.tsx'
import styles from '#ui/charts/split-bar.module.css'

export interface SplitPart {
  readonly key: string
  readonly label: ReactNode
  readonly count: number
}

interface SplitBarProps extends Pick<BarListProps, 'label' | 'format' | 'share'> {
  parts: readonly SplitPart[]
  /** The base of the percentages. */
  base: string
}

/** A stacked bar with numbers; parts differ by pattern as well as colour. */
export function SplitBar({ label, parts, format, share, base }: SplitBarProps) {
  return (
    <figure className={styles['split']} aria-label={label}>
      <Bar parts={parts} />
      <dl className={styles['legend']}>
        {parts.map((part) => (
          <div key={part.key} className={styles['entry']}>
            <span className={styles['swatch']} data-part={part.key} aria-hidden="true" />
            <dt className={styles['name']}>{part.label}</dt>
            {/* Remounted with its numbers, so that no number animates. */}
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

/** The bar alone, with its numbers as a tooltip. */
export function SplitLine({ label, parts }: Pick<SplitBarProps, 'label' | 'parts'>) {
  return (
    <span className={styles['line']} role="img" aria-label={label} data-tooltip={label}>
      <Bar parts={parts} />
    </span>
  )
}

function Bar({ parts }: Pick<SplitBarProps, 'parts'>) {
  const shown = parts.filter(({ count }) => count > 0)
  return (
    <span className={styles['bar']} aria-hidden="true">
      {/* No transition on mount. */}
      {shown.map((part) => (
        <span key={part.key} className={styles['part']} data-part={part.key} style={{ flexGrow: part.count }} />
      ))}
    </span>
  )
}
