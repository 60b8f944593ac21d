import { PRINTED_ROWS_MAX, useIsPrinting } from '#ui/use-is-printing.ts'

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
      The first {printed.toLocaleString('en-US')} of {total.toLocaleString('en-US')} rows are printed.
    </p>
  )
}
