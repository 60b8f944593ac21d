import type { Column } from '#ui/data-table.tsx'

/** A table as tab-separated text for spreadsheets. */
export function tableText<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ header }) => header),
    ...rows.map((row) => columns.map((column) => textOf(column, row))),
  ]
  return lines.map((cells) => `${cells.map(plain).join('\t')}\n`).join('')
}

function textOf<Row>({ cell, sortValue }: Column<Row>, row: Row): string {
  if (sortValue) return String(sortValue(row) ?? '')
  const shown = cell(row)
  return typeof shown === 'string' || typeof shown === 'number' ? String(shown) : ''
}

/** Removes tabs and line breaks, and escapes formulas (CSV injection). */
function plain(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return /^[=+@]/.test(line) ? `'${line}` : line
}
