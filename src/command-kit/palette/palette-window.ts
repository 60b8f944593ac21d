export const ROW_HEIGHT = 36
/** Above the first row and below the last one. */
const LIST_PADDING = 4
/** How many rows beyond those in sight are there as well, so that scrolling shows no gap. */
const AROUND = 2

/** Where to scroll to so that a row is in sight: nowhere if it is. */
export function topThatShows(index: number, top: number, height: number): number {
  const start = index * ROW_HEIGHT
  const end = start + ROW_HEIGHT + 2 * LIST_PADDING
  if (start < top) return start
  return end > top + height ? end - height : top
}

/** The places of the rows in sight where a list is scrolled so far, a few more, and the one under the cursor. */
export function placesInSight(count: number, top: number, height: number, active: number): readonly number[] {
  const lowest = Math.max(0, count * ROW_HEIGHT + 2 * LIST_PADDING - height)
  const shownTop = Math.min(top, lowest) - LIST_PADDING
  const first = Math.max(0, Math.floor(shownTop / ROW_HEIGHT) - AROUND)
  const end = Math.min(count, Math.ceil((shownTop + height) / ROW_HEIGHT) + AROUND)
  const places = Array.from({ length: end - first }, (_, place) => first + place)
  if (active >= count || (active >= first && active < end)) return places
  return active < first ? [active, ...places] : [...places, active]
}
