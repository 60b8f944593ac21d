/** Question text with the pipes that stand for line breaks made into them (spec section 3). */
export function pipesToLines(text: string): string {
  return text.replaceAll(/\s*\|\s*/g, '\n')
}

/** The same back again: a text of several lines as a question is kept. */
export function linesToPipes(text: string): string {
  return text.replaceAll(/\r\n|\n|\r/g, '|')
}

/** The text under a key that came from outside, or nothing: `constructor` is part of every object, but no key of it. */
export function textAt(texts: Readonly<Record<string, string>>, key: string): string {
  return Object.hasOwn(texts, key) ? (texts[key] ?? '') : ''
}

/** Case and accents ignored: "Élan" -> "elan". */
export function foldText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** The words of a text as a search sees them: runs of letters and digits, folded. Underscores part the words of a name. */
export function searchWords(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
}
