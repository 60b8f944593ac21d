/** Codes that stand for a missing answer: in every column, and in columns of a name (in lower case). */
export interface MissingCodes {
  readonly everywhere: readonly string[]
  readonly byColumn: ReadonlyMap<string, readonly string[]>
}

export const NO_MISSING_CODES: MissingCodes = { everywhere: [], byColumn: new Map() }

/** Reads `-9,999,age=99`: codes, each for every column or for one. Null if it is not of that form. */
export function readMissingCodes(text: string): MissingCodes | null {
  const everywhere: string[] = []
  const byColumn = new Map<string, string[]>()
  for (const part of text.split(',').map((one) => one.trim())) {
    const sign = part.lastIndexOf('=')
    const [column, code] = [part.slice(0, Math.max(0, sign)).trim().toLowerCase(), part.slice(sign + 1).trim()]
    if (code === '' || (sign !== -1 && column === '')) return null
    if (sign === -1) everywhere.push(code)
    else byColumn.set(column, [...(byColumn.get(column) ?? []), code])
  }
  return { everywhere, byColumn }
}
