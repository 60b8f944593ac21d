/** Parses pasted names: one a line, or separated by commas, semicolons or blanks, optionally quoted. */
export function namesIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).map((name) => name.replaceAll(/^["']+|["']+$/g, '')))].filter(Boolean)
}

export interface SortedNames {
  /** Known names in their own spelling, without duplicates, in the order of the request. */
  readonly known: readonly string[]
  /** Unknown names in the spelling of the request. */
  readonly unknown: readonly string[]
}

/** Splits names into known and unknown; case is ignored. */
export function sortNames(asked: readonly string[], knownNames: Iterable<string>): SortedNames {
  const byName = new Map<string, string>()
  for (const name of knownNames) byName.set(name.toUpperCase(), name)
  const found = asked.map((name) => byName.get(name.toUpperCase()))
  return {
    known: [...new Set(found.filter((name) => name !== undefined))],
    unknown: asked.filter((_, place) => found[place] === undefined),
  }
}

/** Moves a name to an index, from 0. */
export function withNameAt(names: readonly string[], name: string, place: number): string[] {
  const rest = names.filter((other) => other !== name)
  return rest.toSpliced(Math.min(rest.length, Math.max(0, place)), 0, name)
}
