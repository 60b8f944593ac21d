export interface MeasuredItem {
  readonly key: string
  /** In CSS pixels, with the gap before it. */
  readonly width: number
}

interface Room {
  readonly width: number
  /** Of the menu that holds the items without room. */
  readonly menuWidth: number
}

/** The keys of the items that find no room; items are given by priority. The menu needs room only where there are any. */
export function overflowingItems(items: readonly MeasuredItem[], room: Room): readonly string[] {
  const total = items.reduce((sum, { width }) => sum + width, 0)
  if (total <= room.width) return []
  const ends = items.map((_, place) => items.slice(0, place + 1).reduce((sum, { width }) => sum + width, 0))
  const place = ends.findIndex((end) => end > room.width - room.menuWidth)
  return items.slice(place).map(({ key }) => key)
}
