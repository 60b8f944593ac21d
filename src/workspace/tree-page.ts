import type { TreeRow } from '#ui/tree-grid.tsx'

/** The rows of a page, preceded by their ancestors from earlier pages. */
export function withAncestors<Row extends TreeRow>(
  all: readonly Row[],
  first: number,
  rows: readonly Row[],
): readonly Row[] {
  const ancestors: Row[] = []
  let level = rows[0]?.level ?? 1
  for (const row of all.slice(0, first).toReversed()) {
    if (row.level >= level) continue
    ancestors.unshift(row)
    level = row.level
  }
  return [...ancestors, ...rows]
}

/** The page of a row, from 1. */
export function pageOfRow(index: number, size: number): number {
  return Math.floor(index / size) + 1
}
