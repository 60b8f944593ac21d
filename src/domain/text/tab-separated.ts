/** Rows as tab-separated text for spreadsheets, with a line end after each. */
export function tabSeparated(rows: readonly (readonly string[])[]): string {
  return rows
    .map((cells) => `${cells.map((cell) => withoutFormula(cell.replaceAll(/\s+/g, ' '))).join('\t')}\n`)
    .join('')
}

/** Signs that begin a formula in a spreadsheet, also full-width ones, for a character class. */
export const FORMULA_SIGNS = '-=+@＝＋－＠'

const FORMULA = new RegExp(`^\\s*[${FORMULA_SIGNS}]`)
/** A number, a range or a mean with its deviation: nothing that a formula could call. */
const FIGURES = /^\s*[-+][\d\s.,:;()[\]/%±–−+-]*$/

/** Puts an apostrophe before a text that a spreadsheet would read as a formula (CSV injection). */
export function withoutFormula(text: string): string {
  return FORMULA.test(text) && !FIGURES.test(text) ? `'${text}` : text
}

/** The text that `withoutFormula` was given. */
export function withFormula(text: string): string {
  const rest = text.slice(1)
  return rest !== text && withoutFormula(rest) === text ? rest : text
}
