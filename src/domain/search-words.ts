/** Case and accents ignored: "Élan" -> "elan". */
export function foldText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** The words of a text as a search sees them: runs of letters and digits, folded. Underscores part the words of a name. */
export function searchWords(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
}
