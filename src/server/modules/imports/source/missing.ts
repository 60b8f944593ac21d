/** The trimmed text of a cell; null for a blank, or BIDS' "n/a". */
export function answerOf(cell: string): string | null {
  const text = cell.trim()
  return text === '' || text === 'n/a' ? null : text
}
