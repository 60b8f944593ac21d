import styles from '#ui/charts/histogram.module.css'

export interface Bin {
  readonly from: number
  readonly to: number
  readonly count: number
}

interface HistogramProps {
  label: string
  bins: readonly Bin[]
  format: (count: number) => string
}

/** A histogram with a list for screen readers. */
export function Histogram({ label, bins, format }: HistogramProps) {
  const tallest = Math.max(1, ...bins.map(({ count }) => count))
  const ranges = rangeWords(bins)
  const words = (place: number) => `${ranges[place] ?? ''}: ${format(bins[place]?.count ?? 0)}`
  return (
    <figure className={styles['histogram']} aria-label={label}>
      <ul className={styles['columns']}>
        {bins.map((bin, place) => (
          <li key={bin.from} className={styles['column']} title={words(place)}>
            <span className={styles['words']}>{words(place)}</span>
            {bin.count > 0 && <span className={styles['bar']} style={{ height: `${(100 * bin.count) / tallest}%` }} />}
          </li>
        ))}
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
