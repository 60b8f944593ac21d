import { headersOf, textsOf, type Columns, type Line } from '#features/describing/lines.ts'
import { tabSeparated } from '#ui/tables/tab-separated.ts'

export type CopyFormat = 'markdown' | 'tsv' | 'html'

/** The table as text for documents and spreadsheets, with its notes below. */
export function tableTextOf(
  format: CopyFormat,
  { columns, lines, notes }: { columns: Columns; lines: readonly Line[]; notes: readonly string[] },
): string {
  const headers = headersOf(columns)
  const rows = lines.map((line) => textsOf(line, columns))
  switch (format) {
    case 'tsv':
      return tabSeparated([headers, ...rows, ...notes.map((note) => [note])])
    case 'markdown': {
      const row = (cells: readonly string[]) => `| ${cells.map(markdownCell).join(' | ')} |\n`
      const rule = `| ${headers.map((_, place) => (place === 0 ? ':--' : '--:')).join(' | ')} |\n`
      const below = notes.map((note) => `\n${note}\n`).join('')
      return `${row(headers)}${rule}${rows.map(row).join('')}${below}`
    }
    case 'html': {
      const cellsOf = (tag: string, cells: readonly string[]) =>
        `<tr>${cells.map((cell) => `<${tag}>${htmlCell(cell)}</${tag}>`).join('')}</tr>\n`
      const foot = notes.map((note) => `<p>${htmlCell(note)}</p>\n`).join('')
      return `<table>\n<thead>\n${cellsOf('th', headers)}</thead>\n<tbody>\n${rows
        .map((cells) => cellsOf('td', cells))
        .join('')}</tbody>\n</table>\n${foot}`
    }
  }
}

/** Leading blanks mark the rows below a variable; Markdown would drop them. */
function markdownCell(text: string): string {
  return text
    .replace(/^ +/, (blanks) => '&nbsp;'.repeat(blanks.length))
    .replaceAll(/[\\|*_`<]/g, String.raw`\$&`)
    .replaceAll(/\s/g, ' ')
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function htmlCell(text: string): string {
  return text
    .replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign)
    .replace(/^ +/, (blanks) => '&nbsp;'.repeat(blanks.length))
}
