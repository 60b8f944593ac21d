import type { Column, Sort } from '#ui/data-table.tsx'

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Sorted rows; rows without a value come last in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | null,
): readonly Row[] {
  const sortValue = columns.find((column) => column.key === sort?.key)?.sortValue
  if (!sort || !sortValue) return rows
  const sign = sort.descending ? -1 : 1
  return rows.toSorted((left, right) => {
    const a = sortValue(left)
    const b = sortValue(right)
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b)))
  })
}
