import type { FlowOutcome } from '#domain/cohorts/cohort-flow.ts'
import type { Mark, Paint } from '#domain/pictures/marks.ts'

export const SWATCH = 10

export function area(points: readonly (readonly [number, number])[], paint: Paint): Mark {
  return { shape: 'area', points, paint }
}

/** The colour and pattern of an outcome, as in the bars of splits. */
export function swatchOf(key: FlowOutcome, x: number, y: number): Mark[] {
  const square = (paint: Paint): Mark => ({ shape: 'rect', x, y, width: SWATCH, height: SWATCH, paint })
  const stripe = (from: number, paint: Paint): Mark =>
    area(
      [
        [x + from, y],
        [x + from + 3, y],
        [x, y + from + 3],
        [x, y + from],
      ],
      paint,
    )
  const corner = (from: number, paint: Paint): Mark =>
    area(
      [
        [x + SWATCH, y + from],
        [x + SWATCH, y + from + 3],
        [x + from + 3, y + SWATCH],
        [x + from, y + SWATCH],
      ],
      paint,
    )
  switch (key) {
    case 'noMatch':
      return [square('noMatch')]
    case 'unknown':
      return [square('unknownGround'), stripe(3, 'unknown'), corner(0, 'unknown'), corner(6, 'unknown')]
    case 'noRecord':
      return [
        square('noRecordGround'),
        ...[0, 4, 8].map((from): Mark => ({
          shape: 'rect',
          x: x + from,
          y,
          width: 1,
          height: SWATCH,
          paint: 'noRecord',
        })),
      ]
    case 'notCounted':
      return [square('box'), stripe(2, 'frame'), corner(1, 'frame')]
  }
}
