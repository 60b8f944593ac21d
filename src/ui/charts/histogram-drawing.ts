import { CHARACTER, FONT_SIZE, type Drawing, type Mark, type Paint } from '#domain/pictures/marks.ts'
import { ticksOf } from '#ui/charts/ticks.ts'

export interface AxisTick {
  /** Share of the axis, 0 to 1. */
  readonly share: number
  readonly text: string
}

/** The five numbers, whiskers and outliers of a box plot, as shares of the axis. */
export interface BoxShares {
  readonly lower: number
  readonly median: number
  readonly upper: number
  readonly whiskers: readonly [number, number] | null
  readonly outliers: readonly number[]
}

export interface HistogramShape {
  readonly counts: readonly number[]
  readonly ticks: readonly AxisTick[]
  /** The unit of the axis: the name of the variable. */
  readonly unit: string
  readonly box: BoxShares | null
  /** Keeps the room of a box that is still loading. */
  readonly hasBoxRoom?: boolean
  readonly format: (count: number) => string
  readonly paintOf?: ((place: number) => Paint) | undefined
  /** Other bars in the same unit, as an outline. */
  readonly outlined?: readonly number[]
  /** The unit of the scale at the left, above it: "% of each". */
  readonly scaleUnit?: string
}

/** The rectangle of the bars, in pixels. */
export interface Plot {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const GAP = 6
const TOP = 10
const TICK = 4
const LINE_HEIGHT = 16
const BOX_HEIGHT = 12
const BOX_ROOM = 24
const BAR_GAP = 1
const COUNT_TICKS = 5
const DOT = 2.5
/** The box of a group has its colour, and lets the median be seen. */
const FILLED = 0.5

/** The count of a bar of the whole height. */
export function tallestOf({ counts, outlined = [] }: Pick<HistogramShape, 'counts' | 'outlined'>): number {
  return Math.max(1, ...counts, ...outlined)
}

/** Bars with a scale of counts, the ticks of their axis, a box plot on the same axis, and the unit. */
export function drawHistogram(
  {
    counts,
    ticks,
    unit,
    box,
    hasBoxRoom = box !== null,
    format,
    paintOf = () => 'bar',
    outlined = [],
    scaleUnit,
  }: HistogramShape,
  width: number,
  plotHeight: number,
): Drawing & { readonly plot: Plot } {
  const tallest = tallestOf({ counts, outlined })
  const levels = ticksOf(0, tallest, COUNT_TICKS, 1)
  const left = Math.max(...levels.map((level) => format(level).length)) * CHARACTER + GAP + TICK
  const top = scaleUnit === undefined ? TOP : TOP + LINE_HEIGHT
  const plot: Plot = { left, top, width: Math.max(1, width - left - GAP), height: plotHeight }
  const bottom = plot.top + plot.height
  const across = (share: number) => plot.left + Math.min(1, Math.max(0, share)) * plot.width
  const up = (count: number) => bottom - (count / tallest) * plot.height
  const marks: Mark[] = levels.flatMap((level): Mark[] => [
    { shape: 'line', x: plot.left, y: up(level), toX: plot.left + plot.width, toY: up(level), paint: 'grid' },
    { shape: 'text', x: left - GAP, y: up(level) + FONT_SIZE / 3, anchor: 'end', text: format(level), paint: 'muted' },
  ])
  const step = plot.width / Math.max(1, counts.length)
  for (const [place, count] of counts.entries()) {
    if (count === 0) continue
    const height = Math.max(1, bottom - up(count))
    const bar = { x: plot.left + place * step, y: bottom - height, width: Math.max(1, step - BAR_GAP), height }
    marks.push({ shape: 'rect', ...bar, paint: paintOf(place) })
  }
  marks.push(...outlineMarks(outlined.map(up), plot.left, step, bottom))
  if (scaleUnit !== undefined) {
    marks.push({ shape: 'text', x: 0, y: FONT_SIZE, anchor: 'start', text: scaleUnit, paint: 'muted' })
  }
  marks.push({ shape: 'line', x: plot.left, y: bottom, toX: plot.left + plot.width, toY: bottom, paint: 'line' })
  marks.push(...tickMarks(ticks, across, bottom, width))
  let below = bottom + TICK + LINE_HEIGHT
  if (box) marks.push(...boxMarks(box, across, below + BOX_ROOM / 2))
  if (hasBoxRoom) below += BOX_ROOM
  marks.push({ shape: 'text', x: width - GAP, y: below + FONT_SIZE, anchor: 'end', text: unit, paint: 'text' })
  return { width, height: below + LINE_HEIGHT + 2, marks, plot }
}

/** The upper edges of bars, and the steps between them; a bar without height has no edge. */
function outlineMarks(heights: readonly number[], left: number, step: number, bottom: number): Mark[] {
  return [...heights, bottom].flatMap((y, place): Mark[] => {
    const [x, before] = [left + place * step, heights[place - 1] ?? bottom]
    return [
      ...(y === before ? [] : [{ shape: 'line', x, y: before, toX: x, toY: y, paint: 'outline' } as const]),
      ...(y === bottom ? [] : [{ shape: 'line', x, y, toX: x + step, toY: y, paint: 'outline' } as const]),
    ]
  })
}

/** Ticks with their texts below a line, as many as have room. */
export function tickMarks(
  ticks: readonly AxisTick[],
  across: (share: number) => number,
  top: number,
  width: number,
): Mark[] {
  const marks: Mark[] = []
  let free = -Infinity
  for (const { share, text } of ticks) {
    const half = (text.length * CHARACTER) / 2
    const x = Math.min(Math.max(across(share), half), width - half)
    if (x - half < free) continue
    free = x + half + GAP
    marks.push({ shape: 'line', x: across(share), y: top, toX: across(share), toY: top + TICK, paint: 'line' })
    marks.push({ shape: 'text', x, y: top + TICK + FONT_SIZE, anchor: 'middle', text, paint: 'muted' })
  }
  return marks
}

/** A box plot; a paint fills its box. */
export function boxMarks(
  box: BoxShares,
  across: (share: number) => number,
  middle: number,
  paint: Paint | null = null,
): Mark[] {
  const [from, to] = box.whiskers ?? [box.lower, box.upper]
  const [top, bottom] = [middle - BOX_HEIGHT / 2, middle + BOX_HEIGHT / 2]
  const upright = (share: number, inset = 0): Mark => {
    return { shape: 'line', x: across(share), y: top + inset, toX: across(share), toY: bottom - inset, paint: 'line' }
  }
  const [left, right] = [across(box.lower), across(box.upper)]
  const size = { width: Math.max(0, right - left - 2), height: BOX_HEIGHT - 2 }
  const inner = { shape: 'rect', x: left + 1, y: top + 1, ...size } as const
  return [
    { shape: 'line', x: across(from), y: middle, toX: across(to), toY: middle, paint: 'line' },
    upright(from, 2),
    upright(to, 2),
    { shape: 'rect', x: left, y: top, width: Math.max(1, right - left), height: BOX_HEIGHT, paint: 'line' },
    { ...inner, paint: 'box' },
    ...(paint === null ? [] : [{ ...inner, paint, strength: FILLED }]),
    { shape: 'rect', x: across(box.median) - 1, y: top, width: 2, height: BOX_HEIGHT, paint: 'line' },
    ...box.outliers.map((share): Mark => ({ shape: 'dot', x: across(share), y: middle, radius: DOT, paint: 'muted' })),
  ]
}
