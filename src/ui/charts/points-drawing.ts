import { CHARACTER, FONT_SIZE, type Mark, type ReadableDrawing } from '#domain/pictures/marks.ts'
import { GAP, LINE_HEIGHT, twoWayFrame, type TwoWayShape } from '#ui/charts/two-way-frame.ts'

/** Shares of both axes, 0 to 1, and individuals. */
export type PlottedPoint = readonly [x: number, y: number, individuals: number]

const RADIUS = 3
/** The opacity of one individual: a contrast of 3:1 (WCAG 1.4.11). */
const OPACITY = 0.75
/** Of the legend. */
const MANY = 4

/** Points at their exact places, darker with more individuals. The cells are areas to read, without marks. */
export function drawPoints(shape: TwoWayShape, points: readonly PlottedPoint[], width: number): ReadableDrawing {
  const { left, top, plotWidth, plotHeight, end, marks, areas } = twoWayFrame(shape, width)
  const dots = points.map(([x, y, individuals]) => dotOf(left + x * plotWidth, top + (1 - y) * plotHeight, individuals))
  const legend = points.some(([, , individuals]) => individuals > 1) ? legendMarks(end) : []
  const height = end + GAP + (legend.length > 0 ? LINE_HEIGHT : 0)
  return { width, height, marks: [...marks, ...dots, ...legend], areas }
}

/** As dark as that many dots on top of each other. */
function dotOf(x: number, y: number, individuals: number): Mark {
  const strength = hundredths(1 - (1 - OPACITY) ** individuals)
  return { shape: 'dot', x: hundredths(x), y: hundredths(y), radius: RADIUS, paint: 'point', strength }
}

function legendMarks(top: number): Mark[] {
  const marks: Mark[] = []
  let x = RADIUS
  for (const [individuals, text] of [
    [1, '1'],
    [2, '2'],
    [MANY, `${MANY} or more individuals`],
  ] as const) {
    const left = x + RADIUS + GAP
    marks.push(dotOf(x, top + FONT_SIZE - RADIUS - 1, individuals))
    marks.push({ shape: 'text', x: left, y: top + FONT_SIZE, anchor: 'start', text, paint: 'muted' })
    x = left + (text.length + 2) * CHARACTER
  }
  return marks
}

function hundredths(number: number): number {
  return Math.round(number * 100) / 100
}
