import { problemAt, type Problem } from '#server/modules/imports/source/problem.ts'
import type { SourceForm } from '#server/modules/imports/source/source-form.ts'

const FORMULA = /^\s*(?:[=@]|[-+][^\d.,]*\()/

/**
 * Whether a spreadsheet would read the text as a formula (CSV injection): "=1+1" or "@SUM(A1)", but not "-1" or "+".
 */
export function isFormulaLike(text: string): boolean {
  return FORMULA.test(text)
}

/** Reports answers that look like formulas; they are stored unchanged. */
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
