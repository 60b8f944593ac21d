const LINE_END = '\r\n'

/** One cell as RFC 4180 has it: quotes where they are needed, doubled within. */
export function csvText(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A line as RFC 4180 has it, with its end. */
export function csvLine(cells: readonly string[]): string {
  return cells.map(csvText).join(',') + LINE_END
}
