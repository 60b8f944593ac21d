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
/** The smallest visible radius. */
const SMALLEST_RADIUS = 4
const MARGIN = 4
const STEPS = 40

/** Lays out the circles; the second is at the right of the first, or within it. */
export function twoCircles(first: number, second: number, both: number): TwoCircles {
  const largest = Math.max(first, second, 1)
  const radiusOf = (size: number) => Math.max(SMALLEST_RADIUS, LARGEST_RADIUS * Math.sqrt(size / largest))
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
  const segment = (own: number, other: number) => {
    const toChord = (distance ** 2 + own ** 2 - other ** 2) / (2 * distance)
    return own ** 2 * Math.acos(toChord / own) - toChord * Math.sqrt(Math.max(0, own ** 2 - toChord ** 2))
  }
  return segment(a, b) + segment(b, a)
}
