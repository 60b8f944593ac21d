import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { PLAIN_STEP } from '#contract/shapes/cohort-flow.ts'
import type { FlowStep } from '#domain/cohorts/cohort-flow.ts'
import { drawFlow } from '#domain/pictures/draw-flow.ts'
import { textWidth } from '#domain/pictures/text-fit.ts'

const STEP: FlowStep = { ...PLAIN_STEP, key: '1', name: 'All Individuals', words: '', count: 106_466 }

const outcomes = [
  { key: 'noMatch', count: 5 },
  { key: 'unknown', count: 0 },
  { key: 'noRecord', count: 3 },
] as const
const count = fc.oneof(fc.nat(10_000_000), fc.constant(null), fc.constant(undefined))
const name = fc.oneof(
  fc.string({ maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constant('W'.repeat(48)),
)
const arm = fc.option(fc.record({ label: name, count, outcomes: fc.constantFrom([], outcomes) }))
const step: fc.Arbitrary<FlowStep> = fc.record({
  key: fc.uuid(),
  isRule: fc.boolean(),
  name,
  words: name,
  count,
  families: fc.option(fc.nat(100_000)),
  placeholders: fc.option(fc.nat(100_000)),
  joined: fc.option(fc.record({ name, count })),
  excluded: arm,
  added: arm,
  isOff: fc.boolean(),
  lane: fc.constant(0),
  arm: fc.constant(''),
})
const steps = fc.array(step, { minLength: 1, maxLength: 6 })

test('boxes and arms lie within the picture, apart from each other, and hold their texts', () => {
  fc.assert(
    fc.property(steps, fc.constantFrom(420, 640), (flow, width) => {
      const { cells, marks, height } = drawFlow(flow, width)
      for (const [index, one] of cells.entries()) {
        expect(one.x >= 0 && one.x + one.width <= width && one.y >= 0 && one.y + one.height <= height).toBe(true)
        const others = cells.slice(index + 1)
        const isApart = others.every(
          (other) => other.y >= one.y + one.height || other.x >= one.x + one.width || one.x >= other.x + other.width,
        )
        expect(isApart).toBe(true)
      }
      const lines = new Map<string, { from: number; to: number }[]>()
      for (const mark of marks) {
        if (mark.shape !== 'text') continue
        const from = mark.anchor === 'start' ? mark.x : mark.x - textWidth(mark.text)
        const to = from + textWidth(mark.text)
        const cell = cells.find(
          ({ x, y, width: cellWidth, height: high }) =>
            mark.x > x && mark.x < x + cellWidth && mark.y > y && mark.y < y + high,
        )
        if (!cell) throw new Error(`No box has the text "${mark.text}".`)
        expect(from >= cell.x && to <= cell.x + cell.width).toBe(true)
        const line = lines.get(`${cell.key} ${mark.y}`) ?? []
        expect(line.every((other) => other.to <= from || other.from >= to)).toBe(true)
        lines.set(`${cell.key} ${mark.y}`, [...line, { from, to }])
      }
    }),
  )
})

test('the steps of a second cohort stand beside the line that they join', () => {
  const inArm = { lane: 1, arm: 'Second' }
  const flow = [
    STEP,
    { ...STEP, key: '2', name: 'First' },
    { ...STEP, key: '4/1', ...inArm },
    { ...STEP, key: '4/3', name: 'Second', ...inArm, excluded: { label: 'Excluded', count: 8, outcomes } },
    { ...STEP, key: '4', name: 'Both' },
  ]
  const { cells, marks } = drawFlow(flow, 640)
  const boxes = cells.filter(({ part }) => part === 'box')
  expect(boxes.map(({ key }) => key)).toEqual(['1', '2', '4/1', '4/3', '4'])
  const [all, first, start, second, both] = boxes
  expect(start?.x).toBeGreaterThan(all?.x ?? 0)
  expect([start?.x, start && start.x + start.width]).toEqual([second?.x, all && all.x + all.width])
  const lines = marks.flatMap((mark) => (mark.shape === 'line' ? [mark] : []))
  const across = (y: number) => lines.filter((line) => line.x === line.toX && line.y <= y && line.toY >= y)
  // Only the line of the flow passes the arm, outside of its boxes.
  for (const box of [start, second]) {
    const passing = across((box?.y ?? 0) + (box?.height ?? 0) / 2)
    expect(passing).toHaveLength(1)
    expect(passing[0]?.x).toBeLessThan(box?.x ?? 0)
    expect(passing[0]?.y).toBe((first?.y ?? 0) + (first?.height ?? 0))
  }
  expect(across((both?.y ?? 0) - 1)).toHaveLength(1)
  expect(across((start?.y ?? 0) - 1)).toHaveLength(1)
})

test('has the whole texts in the words of its boxes, and who leaves before the next box', () => {
  const { cells } = drawFlow(
    [
      STEP,
      {
        ...STEP,
        key: '2',
        name: 'A'.repeat(90),
        words: 'AGE ≥ 18',
        count: 8,
        excluded: { label: 'Excluded', count: 8, outcomes },
      },
    ],
    640,
  )
  expect(cells.map(({ part, words }) => [part, words])).toEqual([
    ['box', 'All Individuals, 106,466 individuals'],
    ['excluded', 'Excluded: 8 individuals (5 no match, 0 unknown, 3 no record)'],
    ['box', `${'A'.repeat(90)}: AGE ≥ 18, 8 individuals`],
  ])
})

test('draws no arm for no one, and none for an unknown number', () => {
  const arms = (left: number | null) => {
    const excluded = { label: 'Excluded', count: left, outcomes: [] }
    return drawFlow([STEP, { ...STEP, key: '2', excluded }], 640).cells.filter(({ part }) => part === 'excluded').length
  }
  expect([arms(0), arms(null), arms(1)]).toEqual([0, 0, 1])
})

test('wraps a condition that is longer than its box, so that no word is cut', () => {
  const words = 'MOOD_HIGH_EVER = 1 · Yes and MOOD_LOW_EVER = 0 · No'
  const { marks } = drawFlow([STEP, { ...STEP, key: '2', name: 'Result', words }], 400)
  const texts = marks.flatMap((mark) => (mark.shape === 'text' && mark.anchor === 'start' ? [mark.text] : []))
  expect(texts.slice(2).join(' ')).toBe(words)
  expect(texts.length).toBeGreaterThan(3)
})

test('keeps the words of a phone whole beside counts of six digits', () => {
  const excluded = { label: 'Excluded', count: 106_466, outcomes: outcomes.map(({ key }) => ({ key, count: 106_466 })) }
  const { marks } = drawFlow([STEP, { ...STEP, key: '2', name: 'Rule 1 of 6', excluded }], 340)
  const texts = marks.flatMap((mark) => (mark.shape === 'text' ? [mark.text] : []))
  expect(texts.filter((text) => text.includes('…'))).toEqual([])
  expect(texts).toContain('Excluded')
})
