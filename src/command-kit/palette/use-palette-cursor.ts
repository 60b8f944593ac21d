import { useState } from 'react'
import type { RowList } from '#command-kit/palette/palette-rows.ts'

export interface PaletteCursor {
  readonly active: number
  readonly move: (index: number, by: 'key' | 'pointer') => void
  /** The list scrolls with a cursor moved by keys, not by the pointer. */
  readonly isFollowing: boolean
}

/** Maximum shift of a row that is searched for. */
const SHIFT_MAX = 500

/** The active row: the first of each search until the cursor moves. It stays on its row when more results arrive. */
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
  for (let place = 0; place < Math.min(rows.length, SHIFT_MAX); place++) {
    if (rows.at(place)?.key === key) return place
  }
  return Math.max(0, Math.min(index, rows.length - 1))
}
