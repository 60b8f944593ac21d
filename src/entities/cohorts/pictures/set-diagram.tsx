import { useId } from 'react'
import type { Split } from '#contract/shapes/entities.ts'
import type { SetOperation } from '#domain/cohorts/cohorts.ts'
import { formatCount, formatSize } from '#domain/numbers.ts'
import { textWidth } from '#domain/pictures/text-fit.ts'
import { excludedWords } from '#entities/cohorts/counts/split.ts'
import type { SetSizes } from '#entities/cohorts/pictures/set-sizes.ts'
import { Narrow } from '#entities/counts/narrow.tsx'
import styles from '#entities/cohorts/pictures/set-diagram.module.css'
import stack from '#ui/stack.module.css'

interface SetDiagramProps {
  /** Null while they load: everything else has its place already. */
  sizes: SetSizes | null
  first: string
  second: string
  ids: readonly [first: number, second: number]
  /** The operation's result is filled. */
  operation: SetOperation | null
  /** The saved result, named beside the circles. */
  result?: { readonly label: string; readonly size: number | null }
  /** The outcomes of the first cohort's individuals by the definition of the second. */
  split?: Split | null
}

/** Two cohorts as circles in proportion, with their three counts as text. */
export function SetDiagram({ sizes, first, second, ids, operation, result, split = null }: SetDiagramProps) {
  const { onlyFirst = null, both = null, onlySecond = null } = sizes ?? {}
  const id = useId()
  const [firstId, secondId] = ids
  const parts = [
    { label: `Only in ${first}`, count: onlyFirst, memberOf: [firstId], notMemberOf: [secondId] },
    { label: 'In both', count: both, memberOf: ids, notMemberOf: [] },
    { label: `Only in ${second}`, count: onlySecond, memberOf: [secondId], notMemberOf: [firstId] },
  ]
  const excluded = operation === 'INTERSECT' && split && onlyFirst !== null ? excludedWords(split, onlyFirst) : null
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
        {parts.map(({ label, count, memberOf, notMemberOf }) => (
          <div key={label} className={styles['number']}>
            <dt>{label}</dt>
            <dd>
              {count ? (
                <Narrow
                  words={label === 'In both' ? `in ${first} and ${second}` : label}
                  look="number"
                  {...{ memberOf, notMemberOf }}
                >
                  {formatSize(count)}
                </Narrow>
              ) : sizes === null ? (
                '…'
              ) : (
                formatSize(count)
              )}
              {excluded !== null && notMemberOf[0] === secondId && <div className={stack['muted']}>{excluded}</div>}
            </dd>
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
  const [left, right] = [second.x - second.radius, first.x + first.radius]
  // A number stands in its part of the line through both centres, if this is wide enough.
  const regions = [
    { from: first.x - first.radius, to: left, count: onlyFirst },
    { from: left, to: right, count: both },
    { from: right, to: second.x + second.radius, count: onlySecond },
  ]
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
      {operation === null && (
        <g className={styles['compared']}>
          {a}
          {b}
        </g>
      )}
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
      {regions
        .filter(({ from, to, count }) => count > 0 && to - from > textWidth(formatCount(count)))
        .map(({ from, to, count }) => (
          <text key={from} className={styles['count']} x={(from + to) / 2} y={first.y}>
            {formatCount(count)}
          </text>
        ))}
    </svg>
  )
}

/** Two circles whose areas and intersection are in proportion to three numbers. */
export interface TwoCircles {
  readonly first: Circle
  readonly second: Circle
  readonly width: number
  readonly height: number
}

interface Circle {
  readonly x: number
  readonly y: number
  readonly radius: number
}

const LARGEST_RADIUS = 70
const MARGIN = 4
const STEPS = 40

/** Lays out the circles; the second is at the right of the first, or within it. */
export function twoCircles(first: number, second: number, both: number): TwoCircles {
  const largest = Math.max(first, second, 1)
  // No least radius: a circle that is too large would misstate the common part. The outline is always visible.
  const radiusOf = (size: number) => LARGEST_RADIUS * Math.sqrt(size / largest)
  const [a, b] = [radiusOf(first), radiusOf(second)]
  const shared = (Math.PI * LARGEST_RADIUS ** 2 * both) / largest
  const distance = distanceFor(a, b, shared)
  const left = Math.min(0 - a, distance - b)
  const right = Math.max(a, distance + b)
  const height = 2 * (Math.max(a, b) + MARGIN)
  return {
    first: { x: MARGIN - left, y: height / 2, radius: a },
    second: { x: MARGIN - left + distance, y: height / 2, radius: b },
    width: right - left + 2 * MARGIN,
    height,
  }
}

/** The distance of centres for a given intersection; found by bisection, since there is no closed form. */
function distanceFor(a: number, b: number, shared: number): number {
  if (shared <= 0) return a + b + MARGIN
  let near = Math.abs(a - b)
  let far = a + b
  if (shared >= Math.PI * Math.min(a, b) ** 2 * 0.9999) return near
  for (let step = 0; step < STEPS; step++) {
    const middle = (near + far) / 2
    if (sharedArea(a, b, middle) > shared) near = middle
    else far = middle
  }
  return (near + far) / 2
}

/** The intersection area of two circles at a given distance. */
export function sharedArea(a: number, b: number, distance: number): number {
  if (distance >= a + b) return 0
  if (distance <= Math.abs(a - b)) return Math.PI * Math.min(a, b) ** 2
  const segment = (radius: number, other: number) => {
    const toChord = (distance ** 2 + radius ** 2 - other ** 2) / (2 * distance)
    return radius ** 2 * Math.acos(toChord / radius) - toChord * Math.sqrt(Math.max(0, radius ** 2 - toChord ** 2))
  }
  return segment(a, b) + segment(b, a)
}
