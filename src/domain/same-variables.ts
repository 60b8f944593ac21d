/** Which variable of the database a column holds further answers to, by `COLUMN` or `TABLE:COLUMN` in lower case. */
export type SameVariables = ReadonlyMap<string, string>

export const NO_SAME_VARIABLES: SameVariables = new Map()

/** Reads `sexe=SEX,visits:alter=AGE`. Null if it is not of that form. */
export function readSameVariables(text: string): SameVariables | null {
  const same = new Map<string, string>()
  for (const part of text.split(',')) {
    const sign = part.lastIndexOf('=')
    const [column, name] = [part.slice(0, Math.max(0, sign)).trim().toLowerCase(), part.slice(sign + 1).trim()]
    if (column === '' || name === '' || same.has(column)) return null
    same.set(column, name.toUpperCase())
  }
  return same
}

/** The text with a column more, or with another variable for one that it names. */
export function withSameVariable(text: string, column: string, variableName: string): string {
  const same = new Map(text.trim() === '' ? [] : readSameVariables(text))
  same.set(column.toLowerCase(), variableName)
  return [...same].map(([key, name]) => `${key}=${name}`).join(',')
}
