import { tickMarks, type AxisTick } from '#ui/charts/histogram-drawing.ts'
import { CHARACTER, FONT_SIZE, SERIES, type Mark, type Paint, type ReadableDrawing } from '#domain/pictures/marks.ts'
import { shortened } from '#domain/pictures/text-fit.ts'

/** An axis of two variables: the values of a category, or the bins of a number. */
export interface PlaceAxis {
  readonly unit: string
  /** The value or the range of each place. */
  readonly labels: readonly string[]
  /** Of a number; null for a category, whose places have their labels. */
  readonly ticks: readonly AxisTick[] | null
}

export interface TwoWayShape {
  readonly columns: PlaceAxis
  readonly rows: PlaceAxis
  /** By column and row; cells without individuals are absent. */
  readonly cells: readonly (readonly [column: number, row: number, count: number])[]
  readonly format: (count: number) => string
  /** The words of a cell, for keyboard and screen reader. */
  readonly wordsOf: (column: number, row: number, count: number) => string
}

const GAP = 6
const TOP = 10
const LINE_HEIGHT = 18
const TICK_ROOM = 22
const TICK = 4
const SWATCH = 10
const CELLS_HEIGHT = 288
const CATEGORY_HEIGHT = 28
const LABELS_SHARE = 0.3
/** The least opacity of a cell with individuals. */
const FAINTEST = 0.15
const MOSAIC_HEIGHT = 240
const COLUMN_GAP = 3

/** The opacity of a count: its root, so that small counts differ too. */
function strengthOf(count: number, largest: number): number {
  return Number((FAINTEST + (1 - FAINTEST) * Math.sqrt(count / largest)).toFixed(3))
}

/** The number of an area: row by row from the top. */
function placeOf(column: number, rowFromTop: number, columns: number): number {
  return rowFromTop * columns + column
}

/** Bins of two variables; darker cells have more individuals. Numbers grow upwards, categories are listed from the top. */
export function drawCells({ columns, rows, cells, format, wordsOf }: TwoWayShape, width: number): ReadableDrawing {
  const largest = Math.max(1, ...cells.map(([, , count]) => count))
  const texts = rows.ticks ? rows.ticks.map(({ text }) => text) : rows.labels
  const widest = Math.max(1, ...texts.map(({ length }) => length)) * CHARACTER
  const left = Math.min(widest, width * LABELS_SHARE) + 2 * GAP
  const plotWidth = Math.max(1, width - left - GAP)
  const plotHeight = rows.ticks ? CELLS_HEIGHT : rows.labels.length * CATEGORY_HEIGHT
  const top = TOP + LINE_HEIGHT
  const bottom = top + plotHeight
  const [stepX, stepY] = [plotWidth / Math.max(1, columns.labels.length), plotHeight / Math.max(1, rows.labels.length)]
  const fromTop = (row: number) => (rows.ticks ? rows.labels.length - 1 - row : row)
  const marks: Mark[] = [
    { shape: 'text', x: 0, y: FONT_SIZE, anchor: 'start', text: rows.unit, paint: 'text' },
    ...(rows.ticks ?? []).flatMap(({ at, text }): Mark[] => {
      const y = bottom - at * plotHeight
      return [
        { shape: 'line', x: left - TICK, y, toX: left, toY: y, paint: 'line' },
        { shape: 'text', x: left - GAP - 1, y: y + FONT_SIZE / 3, anchor: 'end', text, paint: 'muted' },
      ]
    }),
    ...(rows.ticks ? [] : rows.labels).map((label, row): Mark => ({
      shape: 'text',
      x: left - GAP,
      y: top + (row + 0.5) * stepY + FONT_SIZE / 3,
      anchor: 'end',
      text: shortened(label, left - 2 * GAP),
      paint: 'muted',
    })),
  ]
  const areas = cells
    .map(([column, row, count]) => ({
      place: placeOf(column, fromTop(row), columns.labels.length),
      x: left + column * stepX,
      y: top + fromTop(row) * stepY,
      width: stepX,
      height: stepY,
      words: wordsOf(column, row, count),
      count,
    }))
    .toSorted((one, other) => one.place - other.place)
  for (const { x, y, count } of areas) {
    const cell = { x: x + 0.5, y: y + 0.5, width: Math.max(1, stepX - 1), height: Math.max(1, stepY - 1) }
    marks.push({ shape: 'rect', ...cell, paint: 'bar', strength: strengthOf(count, largest) })
  }
  marks.push({ shape: 'line', x: left, y: bottom, toX: left + plotWidth, toY: bottom, paint: 'line' })
  marks.push({ shape: 'line', x: left, y: top, toX: left, toY: bottom, paint: 'line' })
  marks.push(...columnMarks(columns, { left, plotWidth, bottom, width }))
  const legend = bottom + TICK_ROOM + LINE_HEIGHT
  marks.push(...scaleMarks(largest, format, legend))
  return { width, height: legend + LINE_HEIGHT + GAP, marks, areas }
}

interface Below {
  readonly left: number
  readonly plotWidth: number
  readonly bottom: number
  readonly width: number
}

function columnMarks({ unit, labels, ticks }: PlaceAxis, { left, plotWidth, bottom, width }: Below): Mark[] {
  const step = plotWidth / Math.max(1, labels.length)
  const named = ticks
    ? tickMarks(ticks, (share) => left + share * plotWidth, bottom, width)
    : labels.flatMap((label, place) => columnLabel(label, left + (place + 0.5) * step, step, bottom))
  return [...named, unitMark(unit, width, bottom + TICK_ROOM)]
}

/** Nothing where there is no room for two characters. */
function columnLabel(label: string, x: number, room: number, bottom: number): Mark[] {
  return room < 2 * CHARACTER
    ? []
    : [{ shape: 'text', x, y: bottom + 4 + FONT_SIZE, anchor: 'middle', text: shortened(label, room), paint: 'muted' }]
}

function unitMark(unit: string, width: number, top: number): Mark {
  return { shape: 'text', x: width - GAP, y: top + FONT_SIZE, anchor: 'end', text: unit, paint: 'text' }
}

/** What a colour means: one individual, a quarter of the largest count, and the largest. */
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
    cells.reduce((sum, [own, , count]) => (own === column ? sum + count : sum), 0),
  )
  const whole = totals.reduce((sum, total) => sum + total, 0)
  const left = '100 %'.length * CHARACTER + GAP
  const gaps = COLUMN_GAP * Math.max(0, totals.filter((total) => total > 0).length - 1)
  const plotWidth = Math.max(1, width - left - GAP - gaps)
  const bottom = TOP + LINE_HEIGHT + MOSAIC_HEIGHT
  const marks: Mark[] = [
    { shape: 'text', x: 0, y: FONT_SIZE, anchor: 'start', text: rows.unit, paint: 'text' },
    ...[0, 25, 50, 75, 100].flatMap((percent): Mark[] => {
      const y = bottom - (percent / 100) * MOSAIC_HEIGHT
      return [
        { shape: 'line', x: left - TICK, y, toX: left - 1, toY: y, paint: 'line' },
        { shape: 'text', x: left - GAP, y: y + FONT_SIZE / 3, anchor: 'end', text: `${percent} %`, paint: 'muted' },
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
      const count = cells.find(([own, other]) => own === column && other === row)?.[2] ?? 0
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
