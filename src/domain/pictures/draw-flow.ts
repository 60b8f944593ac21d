import {
  flowCountText,
  outcomeLabel,
  type FlowArm,
  type FlowCount,
  type FlowStep,
  type FlowOutcome,
} from '#domain/cohorts/cohort-flow.ts'
import { relativesWithoutData } from '#domain/cohorts/cohort-notes.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import type { Drawing, Mark, Paint } from '#domain/pictures/marks.ts'
import { shortened, textWidth, wrapped } from '#domain/pictures/text-fit.ts'

const SWATCH = 10

function area(points: readonly (readonly [number, number])[], paint: Paint): Mark {
  return { shape: 'area', points, paint }
}

/** The colour and pattern of an outcome, as in the bars of splits. */
function swatchOf(key: FlowOutcome, x: number, y: number): Mark[] {
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

/** A box or an arm, in pixels of the drawing, and its whole text. */
export interface FlowCell {
  readonly key: string
  readonly part: 'box' | 'joined' | 'excluded' | 'added'
  /** The index of its step. */
  readonly step: number
  readonly words: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Pixels of a flow in files, and at most on screen. */
export const FLOW_WIDTH = 640

const GAP = 36
const BOX_SHARE = 0.54
/** On a phone names need the room of the arrows and of "n = ". */
const NARROW = 420
const NARROW_GAP = 20
const NARROW_BOX_SHARE = 0.5
const LOW_BOX_HEIGHT = 28
const LINE = 16
const PADDING = 10
const FIRST_LINE = 18
const ARM_GAP = 8
/** From an arm to the boxes above and below. */
const ARM_ROOM = 10
const STEM_LEAST = 20
const HEAD = 4
const SWATCH_ROOM = 16
/** How far the boxes of an arm stand to the right of those that it joins. */
const LANE = 20
/** Above the first box of an arm, and above the line that joins it. */
const LANE_ROOM = 12

/**
 * The CONSORT flow: boxes from top to bottom, at the right of each step who leaves, who joins, and the second cohort of
 * a compound set. If this has steps of its own, they stand above the compound set and a little to the right, beside the
 * line of the flow that they join.
 */
export function drawFlow(steps: readonly FlowStep[], whole: number): Drawing & { readonly cells: readonly FlowCell[] } {
  const isNarrow = whole < NARROW
  const gap = isNarrow ? NARROW_GAP : GAP
  const boxWidth = Math.round((whole - gap) * (isNarrow ? NARROW_BOX_SHARE : BOX_SHARE))
  const countText = isNarrow ? flowCountText : (count: FlowCount) => `n = ${flowCountText(count)}`
  const [middle, armLeft] = [Math.round(boxWidth / 2), boxWidth + gap]
  const armWidth = whole - armLeft - 1
  const marks: Mark[] = []
  const cells: FlowCell[] = []
  /** Where the lines of outer lanes begin. */
  const waiting = new Map<number, number>()
  let y = 1
  for (const [step, one] of steps.entries()) {
    const { key, name, words, isOff, lane } = one
    const before = steps[step - 1]?.lane ?? lane
    if (lane > before) {
      waiting.set(before, y)
      y += LANE_ROOM
    } else if (step > 0) {
      const top = y
      if (lane < before) {
        const x = lane * LANE + LANE / 2
        y += LANE_ROOM
        marks.push(line(x, waiting.get(lane) ?? top, x, y), line(x, y, middle, y), headRight(middle, y))
      }
      const arms = armsOf(one)
      y += arms.length === 0 ? STEM_LEAST - ARM_ROOM : ARM_ROOM
      for (const arm of arms) {
        const label = linesBeside(arm.label, countText(arm.count), armWidth)
        const height = 12 + LINE * (label.length + arm.outcomes.length)
        const frame = { x: armLeft, y, width: armWidth, height }
        const level = y + FIRST_LINE - FONT_RISE
        marks.push(
          line(middle, level, armLeft, level),
          ...frameOf(frame),
          ...armText(arm, countText(arm.count), label, frame),
        )
        marks.push(arm.part === 'excluded' ? headRight(armLeft, level) : headLeft(middle, level))
        cells.push({ key: `${key} ${arm.part}`, part: arm.part, step, words: armWords(arm), ...frame })
        y += frame.height + ARM_GAP
      }
      y += arms.length === 0 ? ARM_ROOM : ARM_ROOM - ARM_GAP
      marks.push(line(middle, top, middle, y), headDown(middle, y))
    }
    const families = one.families === null ? '' : countOf(one.families, 'family', 'families')
    const withoutData = one.placeholders ? relativesWithoutData(one.placeholders) : ''
    const left = lane * LANE
    const width = boxWidth - left
    const count = isOff ? '' : countText(one.count)
    const paint = isOff ? 'muted' : 'text'
    const names = linesBeside(name, count, width)
    const texts: readonly PaintedLine[] = [
      ...names.map((line, place): PaintedLine => [line, place === 0 ? count : '', paint]),
      ...linesBeside(words, families, width).map((line, place): PaintedLine => [
        line,
        place === 0 ? families : '',
        'muted',
      ]),
      [isNarrow && one.placeholders ? `${formatCount(one.placeholders)} without data` : withoutData, '', 'muted'],
    ]
    const lines = texts.filter(([start, end], place) => place === 0 || start !== '' || end !== '')
    const frame = { x: 1 + left, y, width, height: LOW_BOX_HEIGHT + LINE * (lines.length - 1) }
    marks.push(...frameOf(frame))
    for (const [place, [start, end, paint]] of lines.entries()) {
      marks.push(...twoTexts(frame, FIRST_LINE + LINE * place, [start, paint], [end, paint]))
    }
    const all = [
      words === '' ? name : `${name}: ${words}`,
      isOff ? '' : countWords(one.count),
      withoutData && `of them ${withoutData}`,
      families,
    ]
    cells.push({ key, part: 'box', step, words: all.filter(Boolean).join(', '), ...frame })
    y += frame.height
  }
  return { width: whole, height: y + 1, marks, cells }
}

/** Half of the height of small letters: a line through the middle of a text. */
const FONT_RISE = 4

interface DrawnArm extends FlowArm {
  readonly part: 'joined' | 'excluded' | 'added'
}

/** The second cohort, then who leaves and who joins; no arm for an unknown number, or for none without outcomes. */
function armsOf({ joined, excluded, added }: FlowStep): readonly DrawnArm[] {
  const isDrawn = (arm: FlowArm | null): arm is FlowArm =>
    arm !== null && (Boolean(arm.count) || arm.count === undefined || arm.outcomes.length > 0)
  return [
    ...(joined ? [{ part: 'joined' as const, label: joined.name, count: joined.count, outcomes: [] }] : []),
    ...(isDrawn(excluded) ? [{ part: 'excluded' as const, ...excluded }] : []),
    ...(isDrawn(added) ? [{ part: 'added' as const, ...added }] : []),
  ]
}

function armWords({ label, count, outcomes }: DrawnArm): string {
  const parts = outcomes.map((one) => `${flowCountText(one.count)} ${outcomeLabel(one.key).toLowerCase()}`)
  return `${label}: ${countWords(count)}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`
}

function countWords(count: FlowStep['count']): string {
  return typeof count === 'number' ? countOf(count, 'individual') : `${flowCountText(count)} individuals`
}

interface Frame {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function armText({ outcomes }: DrawnArm, count: string, label: readonly string[], frame: Frame): Mark[] {
  return [
    ...label.flatMap((line, place) =>
      twoTexts(frame, FIRST_LINE + LINE * place, [line, 'text'], [place === 0 ? count : '', 'text']),
    ),
    ...outcomes.flatMap((one, place) => {
      const dy = FIRST_LINE + LINE * (place + label.length)
      const inner = { ...frame, x: frame.x + SWATCH_ROOM, width: frame.width - SWATCH_ROOM }
      return [
        ...swatchOf(one.key, frame.x + PADDING, frame.y + dy - SWATCH + 1),
        ...twoTexts(inner, dy, [outcomeLabel(one.key), 'muted'], [flowCountText(one.count), 'muted']),
      ]
    }),
  ]
}

function frameOf({ x, y, width, height }: Frame): Mark[] {
  return [
    { shape: 'rect', x, y, width, height, paint: 'frame' },
    { shape: 'rect', x: x + 1, y: y + 1, width: width - 2, height: height - 2, paint: 'box' },
  ]
}

type PaintedLine = readonly [start: string, end: string, paint: Paint]

/** The most lines of a name or a condition: the words that decide often stand at its end. */
const LINES_MOST = 5

/** The lines of a text whose first has another text at its end. */
function linesBeside(text: string, end: string, width: number): readonly string[] {
  return wrapped(text, roomBeside(end, width), LINES_MOST)
}

function roomBeside(end: string, width: number): number {
  const inner = width - 2 * PADDING
  return end === '' ? inner : inner - textWidth(end) - PADDING
}

type PaintedText = readonly [text: string, paint: Paint]

/** A text at the start of a line, shortened, and one at its end. */
function twoTexts({ x, y, width }: Frame, dy: number, [start, startPaint]: PaintedText, [end, endPaint]: PaintedText) {
  const text = shortened(start, roomBeside(end, width))
  const marks: Mark[] = [{ shape: 'text', x: x + PADDING, y: y + dy, anchor: 'start', text, paint: startPaint }]
  if (end === '') return marks
  return [
    ...marks,
    { shape: 'text', x: x + width - PADDING, y: y + dy, anchor: 'end', text: end, paint: endPaint } as const,
  ]
}

function line(x: number, y: number, toX: number, toY: number): Mark {
  return { shape: 'line', x, y, toX, toY, paint: 'line' }
}

function headRight(x: number, y: number): Mark {
  return area(
    [
      [x, y],
      [x - 2 * HEAD, y - HEAD],
      [x - 2 * HEAD, y + HEAD],
    ],
    'line',
  )
}

function headLeft(x: number, y: number): Mark {
  return area(
    [
      [x, y],
      [x + 2 * HEAD, y - HEAD],
      [x + 2 * HEAD, y + HEAD],
    ],
    'line',
  )
}

function headDown(x: number, y: number): Mark {
  return area(
    [
      [x, y],
      [x - HEAD, y - 2 * HEAD],
      [x + HEAD, y - 2 * HEAD],
    ],
    'line',
  )
}
