import { PRINTED_ROWS_MAX, useIsPrinting } from '#ui/use-is-printing.ts'

const grouped = new Intl.NumberFormat('en-US')

interface PrintedPartProps {
  /** Rows that are loaded. */
  loaded: number
  total: number
}

/** On paper, below a table with more rows than are printed. */
export function PrintedPart({ loaded, total }: PrintedPartProps) {
  const isPrinting = useIsPrinting()
  const printed = Math.min(loaded, PRINTED_ROWS_MAX)
  if (!isPrinting || printed >= total) return null
  return (
    <p>
      The first {grouped.format(printed)} of {grouped.format(total)} rows are printed.
    </p>
  )
}
