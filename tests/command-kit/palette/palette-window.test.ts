import { describe, expect, it } from 'vitest'
import { renderedIndexes, ROW_HEIGHT, topThatShows } from '#command-kit/palette/use-list-scroll.ts'

const TEN_ROWS = 10 * ROW_HEIGHT

describe('palette list', () => {
  it.each([
    ['in view', 3, 0, 0],
    ['just below', 10, 0, 44],
    ['far below', 99, 0, 99 * ROW_HEIGHT + 44 - TEN_ROWS],
    ['above', 2, 500, 72],
    ['at the top', 0, 500, 0],
  ])('scrolls just far enough to show a row %s', (_, index, top, wanted) => {
    expect(topThatShows(index, top, TEN_ROWS)).toBe(wanted)
  })

  it.each([
    ['at the top', 1000, 0, 0, [0, 11]],
    ['in the middle', 1000, 3600, 104, [97, 111]],
    ['at the end', 1000, topThatShows(999, 0, TEN_ROWS), 999, [988, 999]],
    ['scrolled beyond the end', 5, 3600, 0, [0, 4]],
  ])('renders the visible rows and a few more %s', (_, count, top, active, [first, last]) => {
    const places = renderedIndexes(count, top, TEN_ROWS, active)
    expect([places[0], places.at(-1), places.length]).toEqual([first, last, (last ?? 0) - (first ?? 0) + 1])
  })

  it('renders the row under the cursor even if it is out of view', () => {
    expect(renderedIndexes(1000, 3600, TEN_ROWS, 2).slice(0, 2)).toEqual([2, 97])
    expect(renderedIndexes(1000, 0, TEN_ROWS, 900).slice(-2)).toEqual([11, 900])
  })
})
