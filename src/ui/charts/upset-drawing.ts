import { CHARACTER, FONT_SIZE, type Mark, type ReadableDrawing } from '#domain/pictures/marks.ts'
import { shortened } from '#domain/pictures/text-fit.ts'
import { ticksOf } from '#ui/charts/ticks.ts'

export interface UpsetSet {
  readonly name: string
  /** Null if suppressed. */
  readonly size: number | null
}

/** Individuals in exactly these sets. */
export interface Intersection {
  /** For each set, whether the individuals are in it. */
  readonly members: readonly boolean[]
  readonly count: number
  readonly words: string
}

interface UpsetShape {
  readonly sets: readonly UpsetSet[]
  /** Left to right, without empty and suppressed ones. */
  readonly intersections: readonly Intersection[]
  readonly format: (count: number | null) => string
}

const GAP = 6
const TOP = 20
const BARS_HEIGHT = 140
const ROW_HEIGHT = 30
const COLUMN_MOST = 56
const BAR_MOST = 28
const NAMES_MOST = 230
const NAMES_SHARE = 0.4
const DOT = 5
const SIZE_HEIGHT = 4
const COUNT_TICKS = 5

/** An UpSet plot: sizes of intersections as bars, their sets as joined dots below, and sizes of the sets at the left. */
export function drawUpset({ sets, intersections, format }: UpsetShape, width: number): ReadableDrawing {
  const left = Math.min(NAMES_MOST, width * NAMES_SHARE)
  const step = Math.min(COLUMN_MOST, (width - left) / Math.max(1, intersections.length))
  const right = left + step * intersections.length
  const bottom = TOP + BARS_HEIGHT
  const tallest = Math.max(1, ...intersections.map(({ count }) => count))
  const up = (count: number) => bottom - (count / tallest) * BARS_HEIGHT
  const marks: Mark[] = ticksOf(0, tallest, COUNT_TICKS, 1).flatMap((level): Mark[] => [
    { shape: 'line', x: left, y: up(level), toX: right, toY: up(level), paint: 'grid' },
    {
      shape: 'text',
      x: left - GAP,
      y: up(level) + FONT_SIZE / 3,
      anchor: 'end',
      text: format(level),
      paint: 'muted',
    },
  ])
  const rowTop = (row: number) => bottom + GAP + row * ROW_HEIGHT
  const middle = (row: number) => rowTop(row) + ROW_HEIGHT / 2
  for (const [row] of sets.entries()) {
    if (row % 2 === 1) continue
    const stripe = { x: 0, y: rowTop(row), width: right, height: ROW_HEIGHT }
    marks.push({ shape: 'rect', ...stripe, paint: 'muted', strength: 0.1 })
  }
  marks.push(...setMarks({ sets, format }, rowTop, left))
  for (const [place, { members, count }] of intersections.entries()) {
    const x = left + (place + 0.5) * step
    const bar = Math.min(BAR_MOST, step * 0.7)
    const height = Math.max(1, bottom - up(count))
    marks.push({ shape: 'rect', x: x - bar / 2, y: bottom - height, width: bar, height, paint: 'bar' })
    const text = format(count)
    if (text.length * CHARACTER <= step) {
      marks.push({ shape: 'text', x, y: bottom - height - GAP / 2, anchor: 'middle', text, paint: 'text' })
    }
    const rows = members.flatMap((isMember, row) => (isMember ? row : []))
    const [first = 0, last = first] = [rows[0], rows.at(-1)]
    marks.push({ shape: 'line', x, y: middle(first), toX: x, toY: middle(last), paint: 'line' })
    for (const [row, isMember] of members.entries()) {
      marks.push({
        shape: 'dot',
        x,
        y: middle(row),
        radius: Math.min(DOT, step / 3),
        paint: isMember ? 'text' : 'muted',
        ...(!isMember && { strength: 0.25 }),
      })
    }
  }
  marks.push({ shape: 'line', x: left, y: bottom, toX: right, toY: bottom, paint: 'line' })
  const height = rowTop(sets.length) + GAP
  return {
    width,
    height,
    marks,
    areas: intersections.map(({ words, count }, place) => ({
      place,
      x: left + place * step,
      y: 0,
      width: step,
      height,
      words: `${words}: ${format(count)}`,
    })),
  }
}

/** The name and the size of each set, with its size as a bar. */
function setMarks(
  { sets, format }: Pick<UpsetShape, 'sets' | 'format'>,
  rowTop: (row: number) => number,
  left: number,
): Mark[] {
  const largest = Math.max(1, ...sets.map(({ size }) => size ?? 0))
  const room = left - 2 * GAP
  return sets.flatMap(({ name, size }, row): Mark[] => {
    const [top, text] = [rowTop(row), format(size)]
    const y = top + FONT_SIZE + 3
    const length = ((size ?? 0) / largest) * room
    return [
      {
        shape: 'text',
        x: GAP,
        y,
        anchor: 'start',
        text: shortened(name, room - (text.length + 1) * CHARACTER),
        paint: 'text',
      },
      { shape: 'text', x: left - GAP, y, anchor: 'end', text, paint: 'muted' },
      ...(length > 0
        ? [{ shape: 'rect', x: GAP, y: top + 21, width: length, height: SIZE_HEIGHT, paint: 'bar' } as const]
        : []),
    ]
  })
}
