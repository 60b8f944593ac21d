import { FONT_SIZE, type Drawing, type Mark } from '#domain/pictures/marks.ts'
import { ticksOf } from '#ui/charts/ticks.ts'

export interface PyramidShape {
  readonly sides: readonly [string, string]
  /** From the bottom; a suppressed count (null) has no bar. */
  readonly bands: readonly { readonly words: string; readonly counts: readonly [number | null, number | null] }[]
  readonly format: (count: number) => string
}

/** The rectangle of all bars, whose halves are the sides, in pixels. */
export interface PyramidPlot {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const CHARACTER = 6.5
const GAP = 6
const HEAD = 18
const FOOT = 18
/** With fewer, the only tick of a side may be 0. */
const TICKS_A_SIDE = 4

/** The count of the longest bar, at least 1. */
export function largestOf({ bands }: Pick<PyramidShape, 'bands'>): number {
  return Math.max(1, ...bands.flatMap(({ counts }) => counts.map((count) => count ?? 0)))
}

/** Bars to the left and to the right of one axis by age, the youngest at the bottom. */
export function drawPyramid(
  { sides, bands, format }: PyramidShape,
  width: number,
  barsHeight: number,
): Drawing & { readonly plot: PyramidPlot } {
  const largest = largestOf({ bands })
  const left = Math.ceil(Math.max(...bands.map(({ words }) => words.length), 0) * CHARACTER) + GAP
  const plot: PyramidPlot = { left, top: HEAD, width: Math.max(2, width - left - 2 * GAP), height: barsHeight }
  const middle = plot.left + plot.width / 2
  const bottom = plot.top + plot.height
  const across = (count: number) => (count / largest) * (plot.width / 2)
  const step = plot.height / Math.max(1, bands.length)
  const marks: Mark[] = [
    { shape: 'text', x: middle - GAP, y: FONT_SIZE, anchor: 'end', text: sides[0], paint: 'text' },
    { shape: 'text', x: middle + GAP, y: FONT_SIZE, anchor: 'start', text: sides[1], paint: 'text' },
  ]
  const levels = ticksOf(0, largest, TICKS_A_SIDE, 1)
  const last = levels.at(-1) ?? 0
  const room = across(levels[1] ?? 0) - format(last).length * CHARACTER
  for (const level of room >= GAP ? levels : [0, last]) {
    for (const x of level === 0 ? [middle] : [middle - across(level), middle + across(level)]) {
      marks.push({ shape: 'line', x, y: plot.top, toX: x, toY: bottom, paint: 'grid' })
      const text = format(level)
      marks.push({ shape: 'text', x, y: bottom + FONT_SIZE + 2, anchor: 'middle', text, paint: 'muted' })
    }
  }
  for (const [place, { words, counts }] of bands.entries()) {
    const top = bottom - (place + 1) * step
    const y = top + step / 2 + FONT_SIZE / 3
    marks.push({ shape: 'text', x: plot.left - GAP, y, anchor: 'end', text: words, paint: 'muted' })
    for (const [side, count] of counts.entries()) {
      if (count === null || count === 0) continue
      const length = Math.max(1, across(count))
      const x = side === 0 ? middle - length : middle
      marks.push({ shape: 'rect', x, y: top + 1, width: length, height: Math.max(1, step - 2), paint: 'bar' })
    }
  }
  marks.push({ shape: 'line', x: middle, y: plot.top, toX: middle, toY: bottom, paint: 'line' })
  return { width, height: bottom + FOOT, marks, plot }
}

/** "Pyramid of SEX and AGE, most in Female 20 to 29" */
export function pyramidName(title: string, { sides, bands }: PyramidShape): string {
  const largest = Math.max(0, ...bands.flatMap(({ counts }) => counts.map((count) => count ?? 0)))
  const band = bands.find(({ counts }) => counts.includes(largest))
  if (largest === 0 || band === undefined) return `Pyramid of ${title}`
  return `Pyramid of ${title}, most in ${sides[band.counts.indexOf(largest)] ?? ''} ${band.words}`
}
