/** What a cell says, without surrounding blanks; null where it is blank or BIDS's "n/a". */
export function answerOf(cell: string): string | null {
  const text = cell.trim()
  return text === '' || text === 'n/a' ? null : text
}
