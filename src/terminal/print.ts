import { formatCount } from '#domain/numbers.ts'
import type { Streams, TerminalContext } from '#terminal/context.ts'

export type Cell = string | number | null

/** Writes JSON with `--json`, else the text. */
export function print({ output, options }: TerminalContext, value: unknown, text: () => string): void {
  output.write(`${options.json ? JSON.stringify(value, null, 2) : text()}\n`)
}

/** Columns with the width of their widest cell, numbers at the right; null is a suppressed number. */
export function table(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) => row.map(written))
  const widths = heads.map((head, column) => Math.max(head.length, ...cells.map((row) => (row[column] ?? '').length)))
  const isNumeric = heads.map((_, column) => rows.length > 0 && rows.every((row) => typeof row[column] !== 'string'))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        isNumeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd()
  return [heads, ...cells].map(line).join('\n')
}

function written(cell: Cell): string {
  if (cell === null) return 'hidden'
  // A control character could steer the terminal.
  return typeof cell === 'number' ? formatCount(cell) : cell.replace(/\p{Cc}+/gu, ' ')
}

/** Progress on the standard error, one line that is written over and at a terminal only. */
export function createProgress({ error }: Pick<Streams, 'error'>) {
  const isShown = error.isTTY === true
  return {
    show: (text: string) => void (isShown && error.write(`\r\u001B[K${text}`)),
    end: () => void (isShown && error.write('\r\u001B[K')),
  }
}
