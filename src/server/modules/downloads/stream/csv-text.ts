const LINE_END = '\r\n'

/** A cell in RFC 4180: quoted if needed, quotes doubled. */
export function csvText(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A line in RFC 4180, with its line end. */
export function csvLine(cells: readonly string[]): string {
  return cells.map(csvText).join(',') + LINE_END
}
