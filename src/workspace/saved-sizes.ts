import type { PaneId } from '#workspace/panes.ts'

const KEY = 'workspace-sizes'
const SMALLEST = 5

function isSizes(value: unknown, count: number): value is readonly number[] {
  return (
    Array.isArray(value) &&
    value.length === count &&
    value.every((size) => typeof size === 'number' && size >= SMALLEST && size <= 100)
  )
}

function read(): Record<string, unknown> {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof saved === 'object' && saved !== null ? { ...saved } : {}
  } catch {
    return {}
  }
}

/** The last widths (percent, by id) for this number of panes; equal by default. */
export function savedLayout(ids: readonly PaneId[]): Record<PaneId, number> {
  const saved = read()[String(ids.length)]
  const sizes = isSizes(saved, ids.length) ? saved : ids.map(() => 1)
  const sum = sizes.reduce((total, size) => total + size, 0)
  return Object.fromEntries(ids.map((id, position) => [id, ((sizes[position] ?? 1) / sum) * 100]))
}

/** Stores the widths by number and position of panes. */
export function saveLayout(ids: readonly PaneId[], layout: Readonly<Record<PaneId, number>>): void {
  const sizes = ids.map((id) => layout[id])
  if (!isSizes(sizes, ids.length)) return
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [ids.length]: sizes }))
  } catch {
    // Without localStorage the widths last until reload.
  }
}
