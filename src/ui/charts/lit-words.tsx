import styles from '#ui/charts/lit.module.css'

/** A hatched part of each bar. */
export interface LitBars {
  /** By the place of a bar; undefined for a bar without one. */
  readonly counts: readonly (number | undefined)[]
  /** The individuals of the hatched parts: "1,203 also SEX male". */
  readonly words: string
}

interface LitPartProps {
  /** Bars grow to the end of the line, or up. */
  axis: 'x' | 'y'
  /** Share of the room of the bar, 0 to 1. */
  share: number
  /** The bar grows to the start of the line. */
  isFromEnd?: boolean
}

/** The hatched part of a bar, in the room of the longest bar. */
export function LitPart({ axis, share, isFromEnd = false }: LitPartProps) {
  const length = `${100 * share}%`
  return (
    <span
      className={styles['lit']}
      data-axis={axis}
      data-from-end={isFromEnd}
      aria-hidden="true"
      style={axis === 'x' ? { width: length } : { height: length }}
    />
  )
}

interface LitWordsProps extends Pick<LitBars, 'words'> {
  /** Below the bars, else in their upper corner. */
  isBelow?: boolean
}

/** The legend of the hatched parts; over other things, so that nothing moves. */
export function LitWords({ words, isBelow = false }: LitWordsProps) {
  return (
    <span className={styles['words']} data-below={isBelow} aria-hidden="true">
      <span className={styles['swatch']} /> {words}
    </span>
  )
}
