import type { ReactNode } from 'react'
import styles from '#ui/charts/histogram.module.css'
import { useRoving } from '#ui/use-roving.ts'

export interface Bin {
  readonly from: number
  readonly to: number
  readonly count: number
}

interface HistogramProps {
  label: string
  bins: readonly Bin[]
  format: (count: number) => string
  /** What a bar leads to, over the height of its column. One bar has the tab stop; arrow keys move it. */
  link?: ((place: number, words: string, isStop: boolean) => ReactNode) | undefined
}

/** A histogram with a list for screen readers. */
export function Histogram({ label, bins, format, link }: HistogramProps) {
  const tallest = Math.max(1, ...bins.map(({ count }) => count))
  const ranges = rangeWords(bins)
  const linked = link === undefined ? [] : bins.flatMap(({ count }, place) => (count > 0 ? place : []))
  const { stop, ...roving } = useRoving(linked)
  return (
    <figure className={styles['histogram']} aria-label={label}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- moves the focus among its links */}
      <ul className={styles['columns']} {...roving}>
        {bins.map((bin, place) => {
          const words = `${ranges[place] ?? ''}: ${format(bin.count)}`
          const isLinked = linked.includes(place)
          return (
            <li key={bin.from} className={styles['column']} {...(isLinked ? { 'data-stop': place } : { title: words })}>
              {isLinked ? link?.(place, words, place === stop) : <span className={styles['words']}>{words}</span>}
              {bin.count > 0 && (
                <span className={styles['bar']} style={{ height: `${(100 * bin.count) / tallest}%` }} />
              )}
            </li>
          )
        })}
      </ul>
      <figcaption className={styles['axis']} aria-hidden="true">
        <span>{short(bins[0]?.from ?? 0)}</span>
        <span>tallest {format(tallest)}</span>
        <span>{short(bins.at(-1)?.to ?? 0)}</span>
      </figcaption>
    </figure>
  )
}

interface Range {
  readonly from: number
  readonly to: number
}

/**
 * Labels without overlap: integer ranges end at their last value (15 to 19, 20 to 24), others at the next start (14.65
 * to under 19.2).
 */
export function rangeWords(ranges: readonly Range[]): string[] {
  return ranges.map(({ from, to }, place) => {
    const next = ranges[place + 1]
    if (from === to) return short(from)
    return `${short(from)} to ${next && next.from <= to ? 'under ' : ''}${short(to)}`
  })
}

/** An integer in full, another number with four digits. */
function short(number: number): string {
  return String(Number.isInteger(number) ? number : Number(number.toPrecision(4)))
}
