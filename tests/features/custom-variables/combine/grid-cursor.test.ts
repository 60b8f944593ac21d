import { describe, expect, it } from 'vitest'
import {
  blockOf,
  blockSize,
  cellsWithin,
  movedCursor,
  START,
  type GridCursor,
} from '#features/custom-variables/combine/grid-cursor.ts'

const SIZE = { rows: 20, columns: 3 }

function after(...keys: string[]): GridCursor {
  return keys.reduce((cursor, written) => {
    const parts = written.split('+')
    const stroke = { key: parts.at(-1) ?? '', shiftKey: parts.includes('Shift'), ctrlKey: parts.includes('Control') }
    return movedCursor(cursor, stroke, SIZE) ?? cursor
  }, START)
}

describe('combine table cursor', () => {
  it.each([
    [['ArrowRight', 'ArrowDown'], { row: 1, column: 1 }],
    [['ArrowLeft', 'ArrowUp'], { row: 0, column: 0 }],
    [['End', 'ArrowRight'], { row: 0, column: 2 }],
    [['PageDown', 'PageDown', 'PageDown'], { row: 19, column: 0 }],
    [['Control+End', 'Home'], { row: 19, column: 0 }],
    [['Control+ArrowDown', 'Control+ArrowRight', 'Control+Home'], { row: 0, column: 0 }],
  ])('moves by %j to %j', (keys, focus) => {
    expect(after(...keys)).toEqual({ focus, anchor: focus })
  })

  it('extends the selection with Shift and collapses it on a plain arrow key', () => {
    const stretched = after('ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowLeft')
    expect(blockOf(stretched)).toEqual({ top: 0, bottom: 1, left: 0, right: 1 })
    expect(blockSize(blockOf(stretched))).toBe(cellsWithin(blockOf(stretched)).length)
    expect(blockSize(blockOf(after('Shift+ArrowDown', 'ArrowDown')))).toBe(1)
  })

  it('ignores other keys', () => {
    expect(movedCursor(START, { key: 'a', shiftKey: false, ctrlKey: false }, SIZE)).toBeNull()
  })
})
