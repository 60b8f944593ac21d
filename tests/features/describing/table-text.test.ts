import { expect, test } from 'vitest'
import type { Line } from '#features/describing/lines.ts'
import { tableTextOf } from '#features/describing/table-text.ts'

const line = (level: 0 | 1, label: string, cells: readonly string[]): Line => ({
  key: label,
  variableName: 'SEX',
  question: 'SEX',
  level,
  label,
  detail: '',
  title: label,
  isVariable: level === 0,
  fold: null,
  foldWords: '',
  versionWords: '',
  suffix: '',
  cells,
  differences: level === 0 ? [{ value: -0.25 }] : [],
  p: null,
  test: '',
  relatedFamilies: 0,
  isSigned: false,
  testedNumber: null,
})

const TABLE = {
  columns: { names: ['Men & women', 'B'], sizes: [30, 20], compared: ['B'], hasP: false, hasIntervals: false },
  lines: [line(0, 'SEX_NOW', ['n = 30', 'n = 20']), line(1, '1 · <a>', ['15 (50.0%)', '10 (50.0%)'])],
  notes: ['Categories: n (%).'],
}

test('a table for Word has the rules of a paper, and indents the values', () => {
  const text = tableTextOf('html', TABLE)
  expect(text).toMatch(/^<table frame="hsides" rules="groups"/)
  expect(text).toContain('>Men &amp; women (N = 30)</th>')
  expect(text).toContain('<td align="left">&nbsp;&nbsp;&nbsp;&nbsp;1 · &lt;a&gt;</td>')
  expect(text).toMatch(/<\/table>\n<p><small>Categories: n \(%\).<\/small><\/p>\n$/)
})

test('a table for LaTeX escapes its texts, and has notes', () => {
  expect(tableTextOf('latex', TABLE).split('\n')).toEqual([
    String.raw`\begin{threeparttable}`,
    String.raw`\begin{tabular}{lrrr}`,
    String.raw`\toprule`,
    String.raw`Variable & Men \& women (N = 30) & B (N = 20) & SMD \\`,
    String.raw`\midrule`,
    String.raw`SEX\_NOW & n = 30 & n = 20 & $-$0.250 \\`,
    String.raw`\quad 1 · $<$a$>$ & 15 (50.0\%) & 10 (50.0\%) &  \\`,
    String.raw`\bottomrule`,
    String.raw`\end{tabular}`,
    String.raw`\begin{tablenotes}\footnotesize`,
    String.raw`\item Categories: n (\%).`,
    String.raw`\end{tablenotes}`,
    String.raw`\end{threeparttable}`,
    '',
  ])
})
