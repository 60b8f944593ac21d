import { tabSeparated } from '#domain/text/tab-separated.ts'
import { headersOf, textsOf, type Columns, type Line } from '#features/describing/lines.ts'
import { testNotesOf } from '#features/describing/notes.ts'

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

/** With the rules of a paper: above, below the heads, and below. By attributes: pages refuse styles within texts. */
function htmlOf(headers: readonly string[], rows: Rows, notes: readonly string[]): string {
  const cells = (tag: string, texts: readonly string[]) => {
    const all = texts.map((text, place) => {
      const words = escaped(text).replace(/^ +/, (blanks) => '&nbsp;'.repeat(2 * blanks.length))
      return `<${tag} align="${place === 0 ? 'left' : 'right'}">${words}</${tag}>`
    })
    return `<tr>${all.join('')}</tr>\n`
  }
  const foot = notes.map((note) => `<p><small>${escaped(note)}</small></p>\n`).join('')
  const body = rows.map((texts) => cells('td', texts)).join('')
  const head = `<thead>\n${cells('th', headers)}</thead>`
  return `<table frame="hsides" rules="groups" cellpadding="3">\n${head}\n<tbody>\n${body}</tbody>\n</table>\n${foot}`
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
  return `${String.raw`\quad `.repeat((text.length - text.trimStart().length) / 2)}${words}`
}
