import { problemAt, type Problem } from '#server/modules/imports/source/problem.ts'
import type { SourceForm } from '#server/modules/imports/source/source-form.ts'

/** What a spreadsheet that opens a downloaded file takes for a formula, as "=1+1" or "@SUM(A1)"; "-1" and "+" are none. */
const FORMULA = /^\s*(?:[=@]|[-+][^\d.,]*\()/

/** Whether a spreadsheet would take the text for a formula. */
export function isFormulaLike(text: string): boolean {
  return FORMULA.test(text)
}

/** Tells of a column's answers that look like formulas; they are answers all the same, and stay as they are. */
export function formulaNote(
  { file, rows, cell }: SourceForm,
  column: number,
  variableName: string,
  texts: Iterable<string>,
): Problem | null {
  const found = new Set<string>()
  for (const text of texts) if (isFormulaLike(text)) found.add(text)
  if (found.size === 0) return null
  const first = rows.find(({ at }) => found.has(cell(at, column).trim()))
  const [example = ''] = found
  const text = `${variableName} has answers such as ${JSON.stringify(example)}, which a spreadsheet takes for formulas; they are kept as text.`
  return problemAt(file, first?.line ?? null, text)
}
