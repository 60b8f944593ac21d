import type { ReactNode } from 'react'
import { LitPart, LitWords, type LitBars } from '#ui/charts/lit-words.tsx'
import styles from '#ui/charts/bar-list.module.css'

export interface Bar {
  readonly key: string
  readonly label: string
  readonly count: number
  /** In place of the number, where a part of it is suppressed. */
  readonly size?: string | undefined
  /** Shown in place of the label: a link that begins with it. */
  readonly link?: ReactNode
  /** Drawn in its pattern, on a scale of its own: it must not flatten the bars of values. */
  readonly outcome?: 'unknown' | 'noRecord' | 'notCounted'
  /** The outcome of a condition for these answers. */
  readonly paint?: 'match' | 'noMatch' | undefined
  /** The share of the same answer in the whole, 0 to 1; null if suppressed. */
  readonly behind?: number | null
}

export interface BarListProps {
  label: string
  bars: readonly Bar[]
  format: (count: number) => string
  share: (count: number) => string
  /** In a narrow column: labels of one line, with an ellipsis. */
  isCompact?: boolean
  /** A click anywhere on a bar; its link is a button with the same effect. */
  onBar?: (key: string) => void
  /** The number that the counts are shares of: bars are shares, and the whole is outlined behind them. */
  base?: number
  /** The count of a bar of full length; by default the largest. */
  longest?: number
  /** The names of the shares and of those of the whole, above their columns. */
  heads?: readonly [string, string]
  /** The part of each bar under the cursor of another pane. */
  lit?: LitBars | undefined
  /** Called with the place of the bar under the pointer, and null where the pointer leaves it. */
  onPoint?: (place: number | null) => void
}

export function BarList(props: BarListProps) {
  const { label, bars, format, share, isCompact = false, onBar, base, heads, lit, onPoint } = props
  const longestOf = (shown: readonly Bar[]) => Math.max(1, ...shown.map((bar) => bar.count))
  const longest = props.longest ?? longestOf(bars.filter(({ outcome }) => outcome === undefined))
  const longestOutcome = longestOf(bars.filter(({ outcome }) => outcome !== undefined))
  const widest = base === undefined ? 0 : Math.max(longest / base, ...bars.map(({ behind }) => behind ?? 0))
  const widthOf = ({ count, outcome }: Bar) =>
    widest > 0 && base !== undefined ? count / base / widest : count / (outcome ? longestOutcome : longest)
  return (
    <ul
      className={styles['list']}
      aria-label={label}
      data-compact={isCompact || undefined}
      data-compared={base !== undefined}
    >
      {heads && (
        <li className={styles['row']} aria-hidden="true">
          <span className={styles['space']} />
          {heads.map((head) => (
            <span key={head} className={styles['head']} data-tooltip={`Percent of ${head}`}>
              % of {head}
            </span>
          ))}
        </li>
      )}
      {bars.map((bar, place) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- its button is for the keyboard
        <li
          key={bar.key}
          className={styles['row']}
          data-other-scale={bar.outcome !== undefined && bars[place - 1]?.outcome === undefined && place > 0}
          onClick={onBar && (() => onBar(bar.key))}
          onPointerEnter={onPoint && (() => onPoint(place))}
          onPointerLeave={onPoint && (() => onPoint(null))}
        >
          <span className={styles['label']} data-tooltip={isCompact ? bar.label : undefined}>
            {bar.link ?? bar.label}
          </span>
          <span className={styles['track']} aria-hidden="true">
            {bar.count > 0 && (
              <span
                className={styles['fill']}
                data-outcome={bar.outcome}
                data-paint={bar.paint}
                style={{ display: 'block', width: `${100 * widthOf(bar)}%` }}
              />
            )}
            {lit && (lit.counts[place] ?? 0) > 0 && (
              <LitPart axis="x" share={widthOf({ ...bar, count: Math.min(lit.counts[place] ?? 0, bar.count) })} />
            )}
            {bar.behind != null && bar.behind > 0 && (
              <span className={styles['outline']} style={{ width: `${(100 * bar.behind) / widest}%` }} />
            )}
          </span>
          <span className={styles['count']}>{bar.size ?? format(bar.count)}</span>
          <span className={styles['share']}>{bar.size === undefined && share(bar.count)}</span>
          {base !== undefined && (
            <span className={styles['share']}>
              {bar.behind == null ? 'hidden' : `${(100 * bar.behind).toFixed(1)}%`}
            </span>
          )}
        </li>
      ))}
      {lit && (
        <li className={styles['lit']} aria-hidden="true">
          <LitWords words={lit.words} isBelow />
        </li>
      )}
    </ul>
  )
}
