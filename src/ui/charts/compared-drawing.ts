import { CHARACTER, FONT_SIZE, SERIES, type Mark, type Paint, type ReadableDrawing } from '#domain/pictures/marks.ts'
import { shortened } from '#domain/pictures/text-fit.ts'
import { boxMarks, tickMarks } from '#ui/charts/histogram-drawing.ts'
import type { NamedShape } from '#ui/charts/histogram-shape.ts'
import { ticksOf } from '#ui/charts/ticks.ts'

/** A variable in one of several groups. All groups have the same bars and axis. */
export interface ComparedGroup {
  readonly name: string
  /** Shown beside the name in the legend: "1,234 answers". */
  readonly detail: string
  /** For screen readers, if there is a box: "median 34, quartiles 20 and 48". */
  readonly boxWords: string
  readonly shape: NamedShape
  /** The share of each bar in percent of the group; null for a suppressed count. */
  readonly shares: readonly (number | null)[]
}

const GAP = 6
const TOP = 10
const LINE_HEIGHT = 18
const SWATCH = 10
const PERCENT_TICKS = 5
/** Between the bars of one range and the next, as a share of the range. */
const BETWEEN = 0.16
const AXIS_HEIGHT = 22
const STRIP_HEIGHT = 22

/** More groups than colours have one colour: each has its name beside it. */
function paintOfGroup(place: number, groups: number): Paint {
  return groups > SERIES.length ? 'bar' : (SERIES[place] ?? 'bar')
}

/** Bars of all groups beside each other in each range, in percent of their group, with a legend. */
export function drawComparedBars(groups: readonly ComparedGroup[], width: number, plotHeight: number): ReadableDrawing {
  const tallest = Math.max(0.1, ...groups.flatMap(({ shares }) => shares.map((share) => share ?? 0)))
  const levels = ticksOf(0, tallest, PERCENT_TICKS)
  const percent = (level: number) => `${level}%`
  // The sign % is as wide as two digits.
  const left = (Math.max(...levels.map((level) => percent(level).length)) + 1) * CHARACTER + GAP
  const plotWidth = Math.max(1, width - left - GAP)
  const bottom = TOP + plotHeight
  const up = (share: number) => bottom - (share / tallest) * plotHeight
  const marks: Mark[] = levels.flatMap((level): Mark[] => [
    { shape: 'line', x: left, y: up(level), toX: left + plotWidth, toY: up(level), paint: 'grid' },
    { shape: 'text', x: left - GAP, y: up(level) + FONT_SIZE / 3, anchor: 'end', text: percent(level), paint: 'muted' },
  ])
  const [first] = groups
  const ranges = first?.shape.ranges ?? []
  const step = plotWidth / Math.max(1, ranges.length)
  const bar = (step * (1 - BETWEEN)) / Math.max(1, groups.length)
  for (const [nth, { shares }] of groups.entries()) {
    for (const [place, share] of shares.entries()) {
      // Zero and suppressed counts draw nothing.
      if (share === null || share === 0) continue
      const height = Math.max(1, bottom - up(share))
      const x = left + place * step + (step * BETWEEN) / 2 + nth * bar
      marks.push({
        shape: 'rect',
        x,
        y: bottom - height,
        width: bar * 0.92,
        height,
        paint: paintOfGroup(nth, groups.length),
      })
    }
  }
  marks.push({ shape: 'line', x: left, y: bottom, toX: left + plotWidth, toY: bottom, paint: 'line' })
  marks.push(...tickMarks(first?.shape.ticks ?? [], (share) => left + share * plotWidth, bottom, width))
  const unitTop = bottom + AXIS_HEIGHT
  marks.push(unitMark(first?.shape.unit ?? '', width, unitTop))
  const legendTop = unitTop + LINE_HEIGHT
  marks.push(
    ...groups.flatMap((group, nth) =>
      legendMarks(group, paintOfGroup(nth, groups.length), legendTop + nth * LINE_HEIGHT, width),
    ),
  )
  return {
    width,
    height: legendTop + groups.length * LINE_HEIGHT + GAP,
    marks,
    areas: ranges.map((range, place) => ({
      place,
      x: left + place * step,
      y: TOP,
      width: step,
      height: plotHeight,
      words: `${range}: ${groups.map(({ name, shares }) => `${name} ${shareWords(shares[place] ?? null)}`).join(', ')}`,
    })),
  }
}

function shareWords(share: number | null): string {
  return share === null ? 'hidden' : `${share.toFixed(1)}%`
}

function unitMark(unit: string, width: number, top: number): Mark {
  return { shape: 'text', x: width - GAP, y: top + FONT_SIZE, anchor: 'end', text: unit, paint: 'text' }
}

function legendMarks({ name, detail }: ComparedGroup, paint: Paint, top: number, width: number): Mark[] {
  const room = width - SWATCH - GAP - detail.length * CHARACTER - GAP
  return [
    { shape: 'rect', x: 0, y: top + 3, width: SWATCH, height: SWATCH, paint },
    {
      shape: 'text',
      x: SWATCH + GAP,
      y: top + FONT_SIZE,
      anchor: 'start',
      text: `${shortened(name, room)}, ${detail}`,
      paint: 'text',
    },
  ]
}

/** A box plot of each group below its name, on one axis. */
export function drawComparedBoxes(groups: readonly ComparedGroup[], width: number): ReadableDrawing {
  const across = (share: number) => GAP + Math.min(1, Math.max(0, share)) * (width - 2 * GAP)
  const row = LINE_HEIGHT + STRIP_HEIGHT
  const bottom = TOP + groups.length * row
  const marks: Mark[] = groups.flatMap((group, nth): Mark[] => {
    const top = TOP + nth * row
    const { box } = group.shape
    const paint = paintOfGroup(nth, groups.length)
    return [
      ...legendMarks(group, paint, top, width),
      ...(box ? boxMarks(box, across, top + LINE_HEIGHT + STRIP_HEIGHT / 2 - 2, paint) : []),
    ]
  })
  const [first] = groups
  marks.push({ shape: 'line', x: GAP, y: bottom, toX: width - GAP, toY: bottom, paint: 'line' })
  marks.push(...tickMarks(first?.shape.ticks ?? [], across, bottom, width))
  marks.push(unitMark(first?.shape.unit ?? '', width, bottom + AXIS_HEIGHT))
  return {
    width,
    height: bottom + AXIS_HEIGHT + LINE_HEIGHT,
    marks,
    areas: groups.map(({ name, detail, boxWords }, place) => ({
      place,
      x: 0,
      y: TOP + place * row,
      width,
      height: row,
      words: `${name}, ${detail}${boxWords === '' ? '' : `: ${boxWords}`}`,
    })),
  }
}

/** "Distributions of AGE in 2 cohorts, 18 to 92" */
export function comparedName(
  kind: 'Distributions' | 'Box plots',
  groups: readonly ComparedGroup[],
  noun: 'cohorts' | 'groups',
): string {
  const [first] = groups
  return `${kind} of ${first?.shape.unit ?? ''} in ${groups.length} ${noun}, ${first?.shape.extent ?? ''}`
}
