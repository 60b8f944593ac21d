import { CHARACTER, FONT_SIZE, SERIES, type Mark, type Paint, type ReadableDrawing } from '#domain/pictures/marks.ts'
import { shortened } from '#domain/pictures/text-fit.ts'
import {
  columnLabel,
  GAP,
  LINE_HEIGHT,
  placeOf,
  TICK,
  TICK_ROOM,
  TOP,
  twoWayFrame,
  unitMark,
  type TwoWayShape,
} from '#ui/charts/two-way-frame.ts'

/** Shares of both axes, 0 to 1, and individuals. */
export type PlottedPoint = readonly [x: number, y: number, individuals: number]

const RADIUS = 3
/** The opacity of one individual: a contrast of 3:1 (WCAG 1.4.11). */
const OPACITY = 0.75
/** The most individuals that the legend shows. */
const MANY = 4

/** Points at their exact places, darker with more individuals. The cells are areas to read, without marks. */
export function drawPoints(shape: TwoWayShape, points: readonly PlottedPoint[], width: number): ReadableDrawing {
  const { left, top, plotWidth, plotHeight, end, marks, areas } = twoWayFrame(shape, width)
  const dots = points.map(([x, y, individuals]) => dotOf(left + x * plotWidth, top + (1 - y) * plotHeight, individuals))
  const legend = points.some(([, , individuals]) => individuals > 1) ? legendMarks(end) : []
  const height = end + GAP + (legend.length > 0 ? LINE_HEIGHT : 0)
  return { width, height, marks: [...marks, ...dots, ...legend], areas }
}

/** A dot as dark as this number of dots on top of each other. */
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

const SWATCH = 10
/** The least opacity of a cell with individuals. */
const FAINTEST = 0.15
const MOSAIC_HEIGHT = 240
const COLUMN_GAP = 3

/** The opacity of a count: its root, so that small counts differ too. */
function strengthOf(count: number, largest: number): number {
  return Number((FAINTEST + (1 - FAINTEST) * Math.sqrt(count / largest)).toFixed(3))
}

/** Bins of two variables; darker cells have more individuals. */
export function drawCells(shape: TwoWayShape, width: number): ReadableDrawing {
  const largest = Math.max(1, ...shape.cells.map(([, , count]) => count))
  const { marks, areas, end } = twoWayFrame(shape, width)
  const cells = areas.map(({ x, y, count, ...area }): Mark => ({
    shape: 'rect',
    x: x + 0.5,
    y: y + 0.5,
    width: Math.max(1, area.width - 1),
    height: Math.max(1, area.height - 1),
    paint: 'bar',
    strength: strengthOf(count, largest),
  }))
  return {
    width,
    height: end + LINE_HEIGHT + GAP,
    marks: [...cells, ...marks, ...scaleMarks(largest, shape.format, end)],
    areas,
  }
}

/** The legend of the colours: one individual, a quarter of the largest count, and the largest. */
function scaleMarks(largest: number, format: (count: number) => string, top: number): Mark[] {
  const counts = [...new Set([1, Math.max(1, Math.round(largest / 4)), largest])]
  const marks: Mark[] = []
  let x = 0
  for (const [nth, count] of counts.entries()) {
    const text = nth === counts.length - 1 ? `${format(count)} per cell` : format(count)
    const swatch = { x, y: top + 3, width: SWATCH, height: SWATCH }
    marks.push({ shape: 'rect', ...swatch, paint: 'bar', strength: strengthOf(count, largest) })
    marks.push({ shape: 'text', x: x + SWATCH + GAP, y: top + FONT_SIZE, anchor: 'start', text, paint: 'muted' })
    x += SWATCH + 2 * GAP + (text.length + 1) * CHARACTER
  }
  return marks
}

/** The look of a row of a mosaic: up to four colours, or shades of one. */
function lookOf(row: number, rows: number): { readonly paint: Paint; readonly strength?: number } {
  if (rows <= SERIES.length) return { paint: SERIES[row] ?? 'bar' }
  return { paint: 'bar', strength: Number((1 - (row / rows) * (1 - FAINTEST)).toFixed(3)) }
}

/** A mosaic plot: the width of a column is its share of all, the height of a part its share of the column. */
export function drawMosaic({ columns, rows, cells, wordsOf }: TwoWayShape, width: number): ReadableDrawing {
  const totals = columns.labels.map((_, column) =>
    cells.reduce((sum, [cellColumn, , count]) => (cellColumn === column ? sum + count : sum), 0),
  )
  const whole = totals.reduce((sum, total) => sum + total, 0)
  const left = '100%'.length * CHARACTER + GAP
  const gaps = COLUMN_GAP * Math.max(0, totals.filter((total) => total > 0).length - 1)
  const plotWidth = Math.max(1, width - left - GAP - gaps)
  const bottom = TOP + LINE_HEIGHT + MOSAIC_HEIGHT
  const marks: Mark[] = [
    { shape: 'text', x: 0, y: FONT_SIZE, anchor: 'start', text: rows.unit, paint: 'text' },
    ...[0, 25, 50, 75, 100].flatMap((percent): Mark[] => {
      const y = bottom - (percent / 100) * MOSAIC_HEIGHT
      return [
        { shape: 'line', x: left - TICK, y, toX: left - 1, toY: y, paint: 'line' },
        { shape: 'text', x: left - GAP, y: y + FONT_SIZE / 3, anchor: 'end', text: `${percent}%`, paint: 'muted' },
      ]
    }),
  ]
  const areas = []
  let x = left
  for (const [column, total] of totals.entries()) {
    if (total === 0) continue
    const columnWidth = (total / whole) * plotWidth
    let y = bottom - MOSAIC_HEIGHT
    for (const row of rows.labels.keys()) {
      const count = cells.find(([cellColumn, other]) => cellColumn === column && other === row)?.[2] ?? 0
      const height = (count / total) * MOSAIC_HEIGHT
      if (count > 0) {
        const part = { x, y, width: Math.max(1, columnWidth), height: Math.max(1, height - 1) }
        marks.push({ shape: 'rect', ...part, ...lookOf(row, rows.labels.length) })
        areas.push({ ...part, place: placeOf(column, row, totals.length), words: wordsOf(column, row, count) })
      }
      y += height
    }
    marks.push(...columnLabel(columns.labels[column] ?? '', x + columnWidth / 2, columnWidth, bottom))
    x += columnWidth + COLUMN_GAP
  }
  marks.push({ shape: 'line', x: left, y: bottom, toX: width - GAP, toY: bottom, paint: 'line' })
  marks.push(unitMark(columns.unit, width, bottom + TICK_ROOM))
  const legend = bottom + TICK_ROOM + LINE_HEIGHT
  for (const [row, label] of rows.labels.entries()) {
    const y = legend + row * LINE_HEIGHT
    const look = lookOf(row, rows.labels.length)
    marks.push({ shape: 'rect', x: 0, y: y + 3, width: SWATCH, height: SWATCH, ...look })
    const text = shortened(label, width - SWATCH - GAP)
    marks.push({ shape: 'text', x: SWATCH + GAP, y: y + FONT_SIZE, anchor: 'start', text, paint: 'text' })
  }
  return {
    width,
    height: legend + rows.labels.length * LINE_HEIGHT + GAP,
    marks,
    areas: areas.toSorted((one, other) => one.place - other.place),
  }
}
