import { memo } from 'react'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { formatSize } from '#domain/numbers.ts'
import { type CellCounts, cellKey } from '#features/custom-variables/combine/cell-counts.ts'
import { UNKNOWN_KEY } from '#features/custom-variables/draft.ts'
import styles from '#features/custom-variables/combine/combine.module.css'

interface CombineRowProps {
  code: string
  words: string
  place: number
  columns: readonly string[]
  given: Readonly<Record<string, string>>
  titles: ReadonlyMap<string, string>
  /** Each value's position, which selects its tint. */
  places: ReadonlyMap<string, number>
  counts: CellCounts | null
  focusColumn: number | null
  /** The columns of the selected block in this row. */
  left: number | null
  right: number | null
}

const TINTS = 8

/** The combinations of one answer to the first variable. */
export const CombineRow = memo(
  function CombineRow({ code, words, place, columns, given, titles, places, counts, ...cursor }: CombineRowProps) {
    const { focusColumn, left, right } = cursor
    return (
      <tr aria-rowindex={place + 2}>
        <th scope="row" aria-colindex={1}>
          {words}
        </th>
        {columns.map((column, index) => {
          const isFixed = code === UNKNOWN_VALUE && column === UNKNOWN_VALUE
          const key = cellKey({ first: code, second: column })
          const value = isFixed ? UNKNOWN_KEY : given[key]
          const count = counts === null ? undefined : (counts.byCell.get(key) ?? (counts.byCell.has(key) ? null : 0))
          return (
            <td
              key={column}
              aria-colindex={index + 2}
              aria-selected={left !== null && right !== null && index >= left && index <= right}
              tabIndex={focusColumn === index ? 0 : -1}
              data-row={place}
              data-column={index}
              data-tint={value === undefined ? 'open' : tintOf(value, places)}
            >
              <span className={styles['given']}>{value === undefined ? 'open' : (titles.get(value) ?? 'open')}</span>
              {count !== undefined && <span className={styles['count']}>{formatSize(count)}</span>}
            </td>
          )
        })}
      </tr>
    )
  },
  (before, after) =>
    before.code === after.code &&
    before.words === after.words &&
    before.place === after.place &&
    before.columns === after.columns &&
    before.titles === after.titles &&
    before.counts === after.counts &&
    before.focusColumn === after.focusColumn &&
    before.left === after.left &&
    before.right === after.right &&
    isRowSame(before, after),
)

/** Assigning a cell copies the record of all combinations; most rows are unchanged. */
function isRowSame(before: CombineRowProps, after: CombineRowProps): boolean {
  if (before.given === after.given) return true
  return after.columns.every((column) => {
    const key = cellKey({ first: after.code, second: column })
    return before.given[key] === after.given[key]
  })
}

function tintOf(value: string, places: ReadonlyMap<string, number>): string {
  return value === UNKNOWN_KEY ? 'unknown' : String(((places.get(value) ?? 1) - 1) % TINTS)
}
