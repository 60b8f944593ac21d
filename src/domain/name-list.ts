/** Names out of a text that was pasted: one a line, or parted by commas, semicolons or blanks, with or without quotes. */
export function namesIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).map((name) => name.replaceAll(/^["']+|["']+$/g, '')))].filter(Boolean)
}

export interface SortedNames {
  /** As they are written where they are known, each once, in the order in which they were asked for. */
  readonly known: readonly string[]
  /** As they were asked for. */
  readonly unknown: readonly string[]
}

/** Which of some names are known; case is ignored. */
export function sortNames(asked: readonly string[], knownNames: Iterable<string>): SortedNames {
  const byName = new Map<string, string>()
  for (const name of knownNames) byName.set(name.toUpperCase(), name)
  const found = asked.map((name) => byName.get(name.toUpperCase()))
  return {
    known: [...new Set(found.filter((name) => name !== undefined))],
    unknown: asked.filter((_, place) => found[place] === undefined),
  }
}

/** The names with one of them at another place, counted from 0. */
export function withNameAt(names: readonly string[], name: string, place: number): string[] {
  const rest = names.filter((other) => other !== name)
  return rest.toSpliced(Math.min(rest.length, Math.max(0, place)), 0, name)
}
