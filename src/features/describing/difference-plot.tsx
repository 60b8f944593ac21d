import type { Figure } from '#domain/statistics/group-differences.ts'
import styles from '#features/describing/describe.module.css'

/** The axis of absolute differences, in user units of the picture. */
const WIDTH = 120
const END = 1
const HEIGHT = 16
/** A common threshold of balance (Austin 2009). */
const THRESHOLD = 0.1

const x = (difference: number) => 4 + (Math.min(difference, END) / END) * (WIDTH - 8)

/** One row of a dot plot (Love plot): the absolute difference of each group from the first one. */
export function DifferenceDots({ differences }: { differences: readonly Figure[] }) {
  return (
    <svg className={styles['dots']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <line className={styles['zero']} x1={x(0)} x2={x(0)} y1={0} y2={HEIGHT} />
      <line className={styles['threshold']} x1={x(THRESHOLD)} x2={x(THRESHOLD)} y1={0} y2={HEIGHT} />
      {differences.map((difference, place) =>
        'value' in difference ? (
          <Mark
            key={SHAPES[place]}
            place={place}
            at={x(Math.abs(difference.value))}
            isBeyond={Math.abs(difference.value) > END}
          />
        ) : null,
      )}
    </svg>
  )
}

/** Marks differ in shape, not in colour alone. */
function Mark({ place, at, isBeyond }: { place: number; at: number; isBeyond: boolean }) {
  const middle = HEIGHT / 2
  const look = { className: styles['mark'], 'data-beyond': isBeyond }
  if (isBeyond) return <path {...look} d={`M${at - 5} ${middle - 4}l6 4l-6 4z`} />
  if (place === 0) return <circle {...look} cx={at} cy={middle} r={3.5} />
  if (place === 1) return <rect {...look} x={at - 3} y={middle - 3} width={6} height={6} data-open />
  return <path {...look} d={`M${at} ${middle - 4}l4 7h-8z`} data-open={place > 2} />
}

const SHAPES = ['●', '□', '▲', '△']

/** The legend of the dots: the shapes by group, and the scale. */
export function DifferenceLegend({ names }: { names: readonly string[] }) {
  const shapes = names.map((name, place) => `${SHAPES[place] ?? '△'} SMD ${place + 2}: ${name}`).join(', ')
  return (
    <p className={styles['legend']}>
      Standardised mean difference (SMD) from the first column. Dots: absolute values from 0 to 1, ▸ beyond, dashed line
      at 0.1.{names.length > 1 ? ` ${shapes}.` : ''}
    </p>
  )
}
