export const ROW_HEIGHT = 36
/** Above the first and below the last row. */
const LIST_PADDING = 4
/** Overscan rows, so that scrolling shows no gap. */
const OVERSCAN = 2

/** The scroll position that shows a row; unchanged if it is visible. */
export function topThatShows(index: number, top: number, height: number): number {
  const start = index * ROW_HEIGHT
  const end = start + ROW_HEIGHT + 2 * LIST_PADDING
  if (start < top) return start
  return end > top + height ? end - height : top
}

/** Indexes to render: the visible rows, the overscan, and the active row. */
export function renderedIndexes(count: number, top: number, height: number, active: number): readonly number[] {
  const lowest = Math.max(0, count * ROW_HEIGHT + 2 * LIST_PADDING - height)
  const shownTop = Math.min(top, lowest) - LIST_PADDING
  const first = Math.max(0, Math.floor(shownTop / ROW_HEIGHT) - OVERSCAN)
  const end = Math.min(count, Math.ceil((shownTop + height) / ROW_HEIGHT) + OVERSCAN)
  const places = Array.from({ length: end - first }, (_, place) => first + place)
  if (active >= count || (active >= first && active < end)) return places
  return active < first ? [active, ...places] : [...places, active]
}
