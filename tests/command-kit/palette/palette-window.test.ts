import { describe, expect, it } from 'vitest'
import {
  renderedIndexes,
  ROW_HEIGHT,
  SECTION_HEIGHT,
  topOf,
  topThatShows,
} from '#command-kit/palette/use-list-scroll.ts'

const TEN_ROWS = 10 * ROW_HEIGHT

describe('palette list', () => {
  it.each([
    ['in view', 3, 0, 0],
    ['just below', 10, 0, 44],
    ['far below', 99, 0, 99 * ROW_HEIGHT + 44 - TEN_ROWS],
    ['above', 2, 500, 72],
    ['at the top', 0, 500, 0],
  ])('scrolls just far enough to show a row %s', (_, index, top, wanted) => {
    expect(topThatShows({ length: 1000 }, index, top, TEN_ROWS)).toBe(wanted)
  })

  it.each([
    ['at the top', 1000, 0, 0, [0, 11]],
    ['in the middle', 1000, 3600, 104, [97, 111]],
    ['at the end', 1000, topThatShows({ length: 1000 }, 999, 0, TEN_ROWS), 999, [988, 999]],
    ['scrolled beyond the end', 5, 3600, 0, [0, 4]],
  ])('renders the visible rows and a few more %s', (_, count, top, active, [first, last]) => {
    const places = renderedIndexes({ length: count }, top, TEN_ROWS, active)
    expect([places[0], places.at(-1), places.length]).toEqual([first, last, (last ?? 0) - (first ?? 0) + 1])
  })

  it('renders the row under the cursor even if it is out of view', () => {
    expect(renderedIndexes({ length: 1000 }, 3600, TEN_ROWS, 2).slice(0, 2)).toEqual([2, 97])
    expect(renderedIndexes({ length: 1000 }, 0, TEN_ROWS, 900).slice(-2)).toEqual([11, 900])
  })

  it('places section titles above their first rows', () => {
    const list = {
      length: 20,
      sections: [
        { title: 'Here', start: 0 },
        { title: 'Recent', start: 3 },
      ],
    }
    expect([0, 2, 3, 20].map((index) => topOf(list, index))).toEqual([
      SECTION_HEIGHT,
      2 * ROW_HEIGHT + SECTION_HEIGHT,
      3 * ROW_HEIGHT + 2 * SECTION_HEIGHT,
      20 * ROW_HEIGHT + 2 * SECTION_HEIGHT,
    ])
    expect(topThatShows(list, 0, 200, TEN_ROWS)).toBe(0)
    expect(topThatShows(list, 3, 200, TEN_ROWS)).toBe(3 * ROW_HEIGHT + SECTION_HEIGHT)
    expect(renderedIndexes(list, 0, TEN_ROWS, 0)).toHaveLength(11)
  })
})
