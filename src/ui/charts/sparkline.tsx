import styles from '#ui/charts/sparkline.module.css'

interface SketchBarsProps {
  /** Text alternative. */
  label: string
  counts: readonly number[]
}

const HEIGHT = 16
const WIDTH = 64
const GAP = 1

/** Reserves the width, so that columns do not shift. */
export function SparklinePlaceholder() {
  return <svg className={styles['room']} aria-hidden="true" width={WIDTH} height={HEIGHT} />
}

/** A sparkline histogram for a row. */
export function Sparkline({ label, counts }: SketchBarsProps) {
  const tallest = Math.max(1, ...counts)
  const step = Math.min(12, WIDTH / counts.length)
  return (
    <svg className={styles['sketch']} role="img" aria-label={label} width={WIDTH} height={HEIGHT}>
      <title>{label}</title>
      {counts.map((count, place) => {
        // Zero has no bar; any other count is visible.
        const height = count === 0 ? 0 : Math.max(1, (HEIGHT * count) / tallest)
        return (
          // oxlint-disable-next-line react/no-array-index-key -- bars are identified by position
          <rect key={place} x={place * step} y={HEIGHT - height} width={Math.max(1, step - GAP)} height={height} />
        )
      })}
    </svg>
  )
}
