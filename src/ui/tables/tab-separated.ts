/** Rows as tab-separated text for spreadsheets, with a line end after each. */
export function tabSeparated(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(plain).join('\t')}\n`).join('')
}

/** Removes tabs and line breaks, and escapes formulas (CSV injection). */
function plain(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return /^[=+@]/.test(line) ? `'${line}` : line
}
