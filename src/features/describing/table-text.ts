import { tabSeparated } from '#domain/text/tab-separated.ts'
import { headersOf, testNotesOf, textsOf, type Columns, type Line } from '#features/describing/lines.ts'

export type TableFormat = 'markdown' | 'tsv' | 'html' | 'latex'

export interface TextTable {
  readonly columns: Columns
  readonly lines: readonly Line[]
  /** The sentences below the table. */
  readonly notes: readonly string[]
}

/** The table as text for documents and spreadsheets, with its notes below. */
export function tableTextOf(format: TableFormat, { columns, lines, notes }: TextTable): string {
  const headers = headersOf(columns)
  const testNotes = testNotesOf(lines)
  const rows = lines.map((line) => textsOf(line, columns, testNotes))
  switch (format) {
    case 'tsv':
      return tabSeparated([headers, ...rows, ...notes.map((note) => [note])])
    case 'markdown':
      return markdownOf(headers, rows, notes)
    case 'html':
      return htmlOf(headers, rows, notes)
    case 'latex':
      return latexOf(headers, rows, notes)
  }
}

type Rows = readonly (readonly string[])[]

function markdownOf(headers: readonly string[], rows: Rows, notes: readonly string[]): string {
  const row = (cells: readonly string[]) => `| ${cells.map(markdownCell).join(' | ')} |\n`
  const rule = `| ${headers.map((_, place) => (place === 0 ? ':--' : '--:')).join(' | ')} |\n`
  const below = notes.map((note) => `\n${note}\n`).join('')
  return `${row(headers)}${rule}${rows.map(row).join('')}${below}`
}

/** Leading blanks mark the rows below a variable; Markdown would drop them. */
function markdownCell(text: string): string {
  return text
    .replace(/^ +/, (blanks) => '&nbsp;'.repeat(blanks.length))
    .replaceAll(/[\\|*_`<]/g, String.raw`\$&`)
    .replaceAll(/\s/g, ' ')
}

/** The rules of a table in a paper: above and below the heads, and below the last row. Word reads inline styles only. */
const THICK = '1.5pt solid black'
const THIN = '0.75pt solid black'
const FONT = 'font-family:Arial,sans-serif;font-size:9pt'

function htmlOf(headers: readonly string[], rows: Rows, notes: readonly string[]): string {
  const cells = (tag: string, texts: readonly string[], border = '') => {
    const all = texts.map((text, place) => {
      const isBelow = place === 0 && text.startsWith(' ')
      const indent = isBelow ? ';padding-left:12pt' : ''
      const look = `text-align:${place === 0 ? 'left' : 'right'};padding:1pt 4pt${indent}${border}`
      return `<${tag} style="${look}">${escaped(text.trimStart())}</${tag}>`
    })
    return `<tr>${all.join('')}</tr>\n`
  }
  const head = cells('th', headers, `;border-bottom:${THIN}`)
  const table = `border-collapse:collapse;border-top:${THICK};border-bottom:${THICK};${FONT}`
  const foot = notes.map((note) => `<p style="${FONT};margin:2pt 0">${escaped(note)}</p>\n`).join('')
  const body = rows.map((texts) => cells('td', texts)).join('')
  return `<table style="${table}">\n<thead>\n${head}</thead>\n<tbody>\n${body}</tbody>\n</table>\n${foot}`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escaped(text: string): string {
  return text.replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign)
}

/** For the packages booktabs and threeparttable. */
function latexOf(headers: readonly string[], rows: Rows, notes: readonly string[]): string {
  const row = (texts: readonly string[]) => `${texts.map(latexCell).join(' & ')} ${String.raw`\\`}`
  return [
    String.raw`\begin{threeparttable}`,
    String.raw`\begin{tabular}{l${'r'.repeat(headers.length - 1)}}`,
    String.raw`\toprule`,
    row(headers),
    String.raw`\midrule`,
    ...rows.map(row),
    String.raw`\bottomrule`,
    String.raw`\end{tabular}`,
    ...(notes.length > 0
      ? [
          String.raw`\begin{tablenotes}\footnotesize`,
          ...notes.map((note) => String.raw`\item ${latexCell(note)}`),
          String.raw`\end{tablenotes}`,
        ]
      : []),
    String.raw`\end{threeparttable}`,
    '',
  ].join('\n')
}

const LATEX_SIGNS: Readonly<Record<string, string>> = {
  '\\': String.raw`\textbackslash{}`,
  '~': String.raw`\textasciitilde{}`,
  '^': String.raw`\textasciicircum{}`,
  '−': '$-$',
  '<': '$<$',
  '>': '$>$',
  '≥': String.raw`$\geq$`,
  '≤': String.raw`$\leq$`,
  '–': '--',
}

function latexCell(text: string): string {
  const words = text
    .trimStart()
    .replaceAll(/[\\~^−<>≥≤–]|[&%$#_{}]/g, (sign) => LATEX_SIGNS[sign] ?? `\\${sign}`)
    .replaceAll(/\s+/g, ' ')
  return text.startsWith(' ') ? String.raw`\quad ${words}` : words
}
