/** One page of a list, and where it stands. Pages count from 1. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly page: number
  readonly pages: number
  readonly first: number
  readonly total: number
}

/** The page asked for, or the nearest that exists. */
export function pageOf<Row>(all: readonly Row[], page: number, size: number): Page<Row> {
  const pages = Math.max(1, Math.ceil(all.length / size))
  const current = Math.min(Math.max(1, Math.trunc(page) || 1), pages)
  const first = (current - 1) * size
  return { rows: all.slice(first, first + size), page: current, pages, first, total: all.length }
}
