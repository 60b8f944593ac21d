import { useId } from 'react'
import type { SetOperation } from '#domain/cohorts.ts'
import { formatSize } from '#domain/numbers.ts'
import type { SetSizes } from '#features/cohorts/set-sizes.ts'
import { twoCircles } from '#features/cohorts/two-circles.ts'
import styles from '#features/cohorts/parts/set-diagram.module.css'
import stack from '#ui/stack.module.css'

interface SetDiagramProps {
  /** Null while they load: everything else has its place already. */
  sizes: SetSizes | null
  first: string
  second: string
  /** The operation's result is filled. */
  operation: SetOperation | null
  /** The saved result, named beside the circles. */
  result?: { readonly label: string; readonly size: number | null }
}

/** Two cohorts as circles in proportion, with their three counts as text. */
export function SetDiagram({ sizes, first, second, operation, result }: SetDiagramProps) {
  const { onlyFirst = null, both = null, onlySecond = null } = sizes ?? {}
  const id = useId()
  const parts = [
    [`Only in ${first}`, onlyFirst],
    ['In both', both],
    [`Only in ${second}`, onlySecond],
  ] as const
  const isKnown = onlyFirst !== null && both !== null && onlySecond !== null
  return (
    <figure className={styles['diagram']} aria-label={`${first} and ${second}`}>
      {(isKnown || sizes === null) && (
        <div className={styles['frame']} data-pending={sizes === null}>
          {isKnown && <Circles id={id} sizes={{ onlyFirst, both, onlySecond }} operation={operation} />}
        </div>
      )}
      <dl className={stack['facts']}>
        {result && (
          <div className={styles['number']}>
            <dt>
              <span className={styles['swatch']} aria-hidden="true" /> {result.label}
            </dt>
            <dd>
              <strong>{formatSize(result.size)}</strong>
            </dd>
          </div>
        )}
        {parts.map(([label, count]) => (
          <div key={label} className={styles['number']}>
            <dt>{label}</dt>
            <dd>{sizes === null ? '…' : formatSize(count)}</dd>
          </div>
        ))}
      </dl>
    </figure>
  )
}

interface CirclesProps {
  id: string
  sizes: { onlyFirst: number; both: number; onlySecond: number }
  operation: SetOperation | null
}

function Circles({ id, sizes: { onlyFirst, both, onlySecond }, operation }: CirclesProps) {
  const { first, second, width, height } = twoCircles(onlyFirst + both, onlySecond + both, both)
  const a = <circle cx={first.x} cy={first.y} r={first.radius} />
  const b = <circle cx={second.x} cy={second.y} r={second.radius} />
  return (
    <svg
      className={styles['picture']}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      <clipPath id={`${id}-second`}>{b}</clipPath>
      <mask id={`${id}-without`}>
        <rect width={width} height={height} fill="white" />
        <circle cx={second.x} cy={second.y} r={second.radius} fill="black" />
      </mask>
      <g className={styles['taken']}>
        {operation === 'UNION' && (
          <>
            {a}
            {b}
          </>
        )}
        {operation === 'INTERSECT' && <g clipPath={`url(#${id}-second)`}>{a}</g>}
        {operation === 'SUBTRACT' && <g mask={`url(#${id}-without)`}>{a}</g>}
      </g>
      <g className={styles['outline']}>
        {a}
        {b}
      </g>
    </svg>
  )
}
