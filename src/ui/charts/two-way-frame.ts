import { CHARACTER, FONT_SIZE, type Area, type Mark } from '#domain/pictures/marks.ts'
import { shortened } from '#domain/pictures/text-fit.ts'
import { tickMarks, type AxisTick } from '#ui/charts/histogram-drawing.ts'

/** An axis of two variables: the values of a category, or the bins of a number. */
export interface PlaceAxis {
  readonly unit: string
  /** The value or the range of each place. */
  readonly labels: readonly string[]
  /** The ticks of a number; null for a category, whose places have labels. */
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

export const GAP = 6
export const TOP = 10
export const LINE_HEIGHT = 18
export const TICK_ROOM = 22
export const TICK = 4
const CELLS_HEIGHT = 288
const CATEGORY_HEIGHT = 28
const LABELS_SHARE = 0.3

/** The number of an area: row by row from the top. */
export function placeOf(column: number, rowFromTop: number, columns: number): number {
  return rowFromTop * columns + column
}

interface TwoWayFrame {
  readonly left: number
  readonly top: number
  readonly plotWidth: number
  readonly plotHeight: number
  /** The end of the labels below the axis. */
  readonly end: number
  readonly marks: readonly Mark[]
  /** The areas of the cells with individuals. */
  readonly areas: readonly (Area & { readonly count: number })[]
}

/** Both axes with their labels, and the areas of the cells. Numbers grow upwards, categories are listed from the top. */
export function twoWayFrame({ columns, rows, cells, wordsOf }: TwoWayShape, width: number): TwoWayFrame {
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
    ...(rows.ticks ?? []).flatMap(({ share, text }): Mark[] => {
      const y = bottom - share * plotHeight
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
    { shape: 'line', x: left, y: bottom, toX: left + plotWidth, toY: bottom, paint: 'line' },
    { shape: 'line', x: left, y: top, toX: left, toY: bottom, paint: 'line' },
    ...columnMarks(columns, { left, plotWidth, bottom, width }),
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
  return { left, top, plotWidth, plotHeight, end: bottom + TICK_ROOM + LINE_HEIGHT, marks, areas }
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
export function columnLabel(label: string, x: number, room: number, bottom: number): Mark[] {
  return room < 2 * CHARACTER
    ? []
    : [{ shape: 'text', x, y: bottom + 4 + FONT_SIZE, anchor: 'middle', text: shortened(label, room), paint: 'muted' }]
}

export function unitMark(unit: string, width: number, top: number): Mark {
  return { shape: 'text', x: width - GAP, y: top + FONT_SIZE, anchor: 'end', text: unit, paint: 'text' }
}
