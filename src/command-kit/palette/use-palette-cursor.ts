import { useState } from 'react'
import type { RowList } from '#command-kit/palette/palette-rows.ts'

export interface PaletteCursor {
  readonly active: number
  readonly move: (index: number, by: 'key' | 'pointer') => void
  /** The list scrolls after a cursor that keys move, not after the pointer. */
  readonly isFollowing: boolean
}

/** How far a row is looked for that others were put before. */
const LOOKED_THROUGH = 500

/**
 * Which row Enter runs: the first of each search, until it is moved. It then stays on its row when more are found for
 * the same search.
 */
export function usePaletteCursor(rows: RowList, search: string): PaletteCursor {
  const [cursor, setCursor] = useState({ search, index: 0, key: '', isByKey: true })
  const isMoved = cursor.search === search && cursor.key !== ''
  return {
    active: isMoved ? placeOf(rows, cursor) : 0,
    move: (index, by) => setCursor({ search, index, key: rows.at(index)?.key ?? '', isByKey: by === 'key' }),
    isFollowing: cursor.isByKey || !isMoved,
  }
}

function placeOf(rows: RowList, { index, key }: { index: number; key: string }): number {
  if (rows.at(index)?.key === key) return index
  for (let place = 0; place < Math.min(rows.length, LOOKED_THROUGH); place++) {
    if (rows.at(place)?.key === key) return place
  }
  return Math.max(0, Math.min(index, rows.length - 1))
}
