import type { Placed } from '#features/cohorts/pedigree-layout/layout.ts'

/** Sizes of a drawing, in the units of its picture. */
export const SYMBOL = 26
const STEP = 62
const ROW = 112
const MARGIN = 40
/** How far above its children a sibship's line lies, and how far apart such lines lie. */
export const SIBSHIP = 40
export const LANE = 7
/** How far below the symbols the line of partners runs who have others between them. */
export const DETOUR = 24

export function pointOf({ x, row }: Pick<Placed, 'x' | 'row'>): { x: number; y: number } {
  return { x: MARGIN + x * STEP, y: MARGIN + row * ROW }
}

export function sizeOfDrawing(width: number, rows: number): { width: number; height: number } {
  return { width: 2 * MARGIN + width * STEP, height: 2 * MARGIN + Math.max(0, rows - 1) * ROW + 20 }
}
