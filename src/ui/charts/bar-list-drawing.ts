import { FONT_SIZE, type Drawing, type Mark } from '#domain/pictures/marks.ts'

export interface DrawnBar {
  readonly label: string
  /** Shares of the axis, 0 to 1. */
  readonly share: number
  readonly behind: number
  /** At the end of the row. */
  readonly text: string
}

const CHARACTER = 7
const GAP = 8
const ROW = 22
const BAR = 12
const MOST_LETTERS = 32

/** Bars with labels at the left and texts at the right; the shares behind are outlines. */
export function drawBarList(bars: readonly DrawnBar[], width: number): Drawing {
  const labels = bars.map(({ label }) => (label.length > MOST_LETTERS ? `${label.slice(0, MOST_LETTERS - 1)}…` : label))
  const left = Math.max(0, ...labels.map(({ length }) => length)) * CHARACTER + GAP
  const right = Math.max(0, ...bars.map(({ text }) => text.length)) * CHARACTER + GAP
  const plot = Math.max(1, width - left - right)
  const marks = bars.flatMap(({ share, behind, text }, row): Mark[] => {
    const y = row * ROW + (ROW - BAR) / 2
    const base = y + BAR - (BAR - FONT_SIZE) / 2 - 2
    return [
      { shape: 'text', x: left - GAP, y: base, anchor: 'end', text: labels[row] ?? '', paint: 'text' },
      ...(share > 0
        ? [{ shape: 'rect', x: left, y, width: Math.max(1, share * plot), height: BAR, paint: 'bar' } as const]
        : []),
      ...(behind > 0 ? outline(left, y, Math.max(1, behind * plot), BAR) : []),
      { shape: 'text', x: width, y: base, anchor: 'end', text, paint: 'muted' },
    ]
  })
  return { width, height: bars.length * ROW, marks }
}

function outline(x: number, y: number, width: number, height: number): Mark[] {
  const [toX, toY] = [x + width, y + height]
  const line = (from: readonly [number, number], to: readonly [number, number]): Mark => {
    return { shape: 'line', x: from[0], y: from[1], toX: to[0], toY: to[1], paint: 'outline' }
  }
  return [line([x, y], [toX, y]), line([toX, y], [toX, toY]), line([toX, toY], [x, toY]), line([x, toY], [x, y])]
}
