import styles from '#ui/sketch-bars.module.css'

interface SketchBarsProps {
  /** What the bars are, in words: their table twin. */
  label: string
  counts: readonly number[]
}

const HEIGHT = 16
const WIDTH = 64
const GAP = 1

/** As wide as the bars, which come later: the columns beside it stay where they are. */
export function RoomForSketch() {
  return <svg className={styles['room']} aria-hidden="true" width={WIDTH} height={HEIGHT} />
}

/** A distribution small enough for a row: its shape and nothing else. */
export function SketchBars({ label, counts }: SketchBarsProps) {
  const tallest = Math.max(1, ...counts)
  const step = Math.min(12, WIDTH / counts.length)
  return (
    <svg className={styles['sketch']} role="img" aria-label={label} width={WIDTH} height={HEIGHT}>
      <title>{label}</title>
      {counts.map((count, place) => {
        // Nobody is no bar; somebody, however few, is one that can be seen.
        const height = count === 0 ? 0 : Math.max(1, (HEIGHT * count) / tallest)
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a bar is its place
          <rect key={place} x={place * step} y={HEIGHT - height} width={Math.max(1, step - GAP)} height={height} />
        )
      })}
    </svg>
  )
}
