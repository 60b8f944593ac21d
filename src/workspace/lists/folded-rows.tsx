import { useAtom } from 'jotai'
import { useMemo } from 'react'
import { countOf } from '#domain/numbers.ts'
import type { Column } from '#ui/tables/data-table.tsx'
import { usePaneId } from '#workspace/panes/pane-atoms.ts'
import { screenState } from '#workspace/screen-state.ts'
import styles from '#workspace/lists/folded-rows.module.css'

/** How rows are listed as one, which opens in place. */
export interface Folding<Row> {
  /** Equal for rows that are listed as one. */
  readonly by: (row: Row) => string
  /** The noun of the rows in one, such as "version". */
  readonly noun: string
  /** The noun of a row, such as "question". */
  readonly listNoun: string
  /** The column with the button that opens a fold. */
  readonly column: string
}

/** Rows that are listed as one: the first stands for them. */
type FoldedRow<Row> = readonly [Row, ...Row[]]

const NONE: readonly string[] = []

/** The open folds of the pane's list. */
const openFoldsAtom = screenState(NONE)

/** Folds sorted rows, each at the place of its first; without a folding each row is alone. */
export function foldRows<Row>(rows: readonly Row[], by: ((row: Row) => string) | undefined): FoldedRow<Row>[] {
  if (!by) return rows.map((row) => [row])
  const folds = new Map<string, [Row, ...Row[]]>()
  for (const row of rows) {
    const key = by(row)
    const fold = folds.get(key)
    if (fold) fold.push(row)
    else folds.set(key, [row])
  }
  return [...folds.values()]
}

interface FoldedRows<Row> {
  /** The shown rows of each fold: one, or all of an open one. */
  readonly folds: readonly FoldedRow<Row>[]
  /** Where each fold begins in the list of shown rows. */
  readonly starts: readonly number[]
  readonly columns: readonly Column<Row>[]
  /** Whether the fold that begins with the row is open; undefined for a row that begins none. */
  readonly isOpen: (row: Row) => boolean | undefined
  /** Whether the row is shown below the first of its fold. */
  readonly isInside: (row: Row) => boolean
  /** Opens or closes the fold of a row. */
  readonly toggle: (row: Row) => void
}

/** The folds of sorted rows with their buttons. */
export function useFoldedRows<Row>(
  sorted: readonly Row[],
  columns: readonly Column<Row>[],
  folding: Folding<Row> | undefined,
): FoldedRows<Row> {
  const [open, setOpen] = useAtom(openFoldsAtom(usePaneId()))
  const by = folding?.by
  const whole = useMemo(() => foldRows(sorted, by), [sorted, by])
  const shown = useMemo(() => {
    const isOpenFold = ([first]: FoldedRow<Row>) => by !== undefined && open.includes(by(first))
    const folds = whole.map((fold): FoldedRow<Row> => (isOpenFold(fold) ? fold : [fold[0]]))
    const starts: number[] = []
    let start = 0
    for (const fold of folds) {
      starts.push(start)
      start += fold.length
    }
    const sizes = new Map(whole.flatMap((fold) => (fold.length > 1 ? [[fold[0], fold.length] as const] : [])))
    const inside = new Set(folds.flatMap(([, ...others]) => others))
    return { folds, starts, sizes, inside }
  }, [whole, open, by])
  const toggle = (row: Row) => {
    const key = by?.(row)
    if (key === undefined) return
    setOpen((before) => (before.includes(key) ? before.filter((other) => other !== key) : [...before, key]))
  }
  const isOpen = (row: Row) => (by && shown.sizes.has(row) ? open.includes(by(row)) : undefined)
  const withButtons = useMemo(
    () =>
      columns.map((column) =>
        column.key === folding?.column
          ? {
              ...column,
              cell: (row: Row) => (
                <>
                  {column.cell(row)}
                  {shown.sizes.has(row) && (
                    <FoldButton
                      words={countOf(shown.sizes.get(row) ?? 0, folding.noun)}
                      isOpen={isOpen(row) === true}
                      onToggle={() => toggle(row)}
                    />
                  )}
                </>
              ),
            }
          : column,
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- the functions are equal for equal folds
    [columns, folding, shown],
  )
  return {
    folds: shown.folds,
    starts: shown.starts,
    columns: withButtons,
    isOpen,
    isInside: (row) => shown.inside.has(row),
    toggle,
  }
}

interface FoldButtonProps {
  words: string
  isOpen: boolean
  onToggle: () => void
}

/** For the pointer and screen readers; keys act on the row. */
export function FoldButton({ words, isOpen, onToggle }: FoldButtonProps) {
  return (
    <button type="button" className={styles['fold']} tabIndex={-1} aria-expanded={isOpen} onClick={onToggle}>
      {words}
      <span className={styles['sign']} aria-hidden="true">
        ›
      </span>
    </button>
  )
}
