/** Converts pipes in question texts to line breaks (spec section 3). */
export function pipesToLines(text: string): string {
  return text.replaceAll(/\s*\|\s*/g, '\n')
}

/** Converts line breaks to pipes, the stored format. */
export function linesToPipes(text: string): string {
  return text.replaceAll(/\r\n|\n|\r/g, '|')
}

/** The order of texts by UTF-16 code units, for `toSorted`. */
export function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

/** The text of an external key: own properties only, so never `constructor`. */
export function textAt(texts: Readonly<Record<string, string>>, key: string): string {
  return Object.hasOwn(texts, key) ? (texts[key] ?? '') : ''
}

/** Removes case, accents and width: "Élan" -> "elan", "Ｅ" -> "e". */
export function foldText(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Search tokens: folded runs of letters and digits. Underscores separate the words of a name. */
export function searchWords(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
}
