import type { Column, Sort } from '#ui/tables/data-table.tsx'

/** Rows of a page, or all rows in one list that scrolls. */
export type PageSize = number | 'all'

/** One page of a list and its position; pages count from 1. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly page: number
  readonly pages: number
  readonly first: number
  readonly total: number
}

/** A page of the loaded rows, of which there are `total` in the end. */
export function pageOf<Row>(rows: readonly Row[], page: number, size: PageSize, total = rows.length): Page<Row> {
  if (size === 'all') return { rows, page: 1, pages: 1, first: 0, total }
  const wanted = Math.max(1, Math.trunc(page) || 1)
  const current = Math.min(wanted, pagesOf(rows.length, size))
  const first = (current - 1) * size
  return { rows: rows.slice(first, first + size), page: current, pages: pagesOf(total, size), first, total }
}

/**
 * Where each item of a list with headings begins: with the headings before it, so that no page ends with a heading.
 * Headings after the last item are on its page.
 */
export function startsOf(areItems: readonly boolean[]): readonly number[] {
  const items = areItems.flatMap((isItem, place) => (isItem ? [place] : []))
  if (items.length === 0) return areItems.length > 0 ? [0] : []
  return items.map((_, place) => (place === 0 ? 0 : (items[place - 1] ?? 0) + 1))
}

/** The page that a server returned, which holds no other rows. */
export function pageAnswered<Row>(rows: readonly Row[], total: number, page: number, size: number): Page<Row> {
  return { rows, page, pages: pagesOf(total, size), first: (page - 1) * size, total }
}

function pagesOf(rows: number, size: number): number {
  return Math.max(1, Math.ceil(rows / size))
}

/** Sorted rows; rows without a value come last in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | null,
): readonly Row[] {
  const sortValue = columns.find((column) => column.key === sort?.key)?.sortValue
  if (!sort || !sortValue) return rows
  const sign = sort.descending ? -1 : 1
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  return rows.toSorted((left, right) => {
    const a = sortValue(left)
    const b = sortValue(right)
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b)))
  })
}
