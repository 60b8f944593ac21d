/** The name of a variable as words: MOOD_HIGH_EVER is "mood high ever". Parts with digits keep their capitals. */
export function nameWords(variableName: string): string {
  const parts = variableName.split('_').filter((part) => part !== '')
  return parts.map((part) => (/\d/.test(part) ? part : part.toLowerCase())).join(' ')
}

/** A text that begins with a capital letter, within brackets too. */
export function capitalized(text: string): string {
  return text.replace(/^\(*\p{L}/u, (start) => start.toUpperCase())
}
