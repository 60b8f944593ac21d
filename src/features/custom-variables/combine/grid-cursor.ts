/** A cell's position, from 0; headers do not count. */
export interface Position {
  readonly row: number
  readonly column: number
}

/** The focused cell, and the opposite corner of the selected block. */
export interface GridCursor {
  readonly focus: Position
  readonly anchor: Position
}

export interface GridSize {
  readonly rows: number
  readonly columns: number
}

export interface Block {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

interface Stroke {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
}

export const START: GridCursor = { focus: { row: 0, column: 0 }, anchor: { row: 0, column: 0 } }
const PAGE = 10

/** The cursor after an arrow key; null for any other key. Shift extends the block. */
export function movedCursor({ focus, anchor }: GridCursor, stroke: Stroke, size: GridSize): GridCursor | null {
  const step = stepOf(focus, stroke, size)
  if (step === null) return null
  const next = {
    row: Math.min(Math.max(0, step.row), size.rows - 1),
    column: Math.min(Math.max(0, step.column), size.columns - 1),
  }
  return { focus: next, anchor: stroke.shiftKey ? anchor : next }
}

export function blockOf({ focus, anchor }: GridCursor): Block {
  return {
    top: Math.min(focus.row, anchor.row),
    bottom: Math.max(focus.row, anchor.row),
    left: Math.min(focus.column, anchor.column),
    right: Math.max(focus.column, anchor.column),
  }
}

export function blockSize({ top, bottom, left, right }: Block): number {
  return (bottom - top + 1) * (right - left + 1)
}

/** The positions of a block's cells. */
export function cellsWithin({ top, bottom, left, right }: Block): readonly Position[] {
  return Array.from({ length: bottom - top + 1 }, (_, row) =>
    Array.from({ length: right - left + 1 }, (__, column) => ({ row: top + row, column: left + column })),
  ).flat()
}

function stepOf({ row, column }: Position, { key, ctrlKey }: Stroke, { rows, columns }: GridSize): Position | null {
  switch (key) {
    case 'ArrowUp':
      return { row: ctrlKey ? 0 : row - 1, column }
    case 'ArrowDown':
      return { row: ctrlKey ? rows - 1 : row + 1, column }
    case 'ArrowLeft':
      return { row, column: ctrlKey ? 0 : column - 1 }
    case 'ArrowRight':
      return { row, column: ctrlKey ? columns - 1 : column + 1 }
    case 'PageUp':
      return { row: row - PAGE, column }
    case 'PageDown':
      return { row: row + PAGE, column }
    case 'Home':
      return { row: ctrlKey ? 0 : row, column: 0 }
    case 'End':
      return { row: ctrlKey ? rows - 1 : row, column: columns - 1 }
    default:
      return null
  }
}
