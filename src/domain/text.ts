/** Question text with the pipes that stand for line breaks made into them (spec section 3). */
export function pipesToLines(text: string): string {
  return text.replaceAll(/\s*\|\s*/g, '\n')
}

/** The text under a key that came from outside, or nothing: `constructor` is part of every object, but no key of it. */
export function textAt(texts: Readonly<Record<string, string>>, key: string): string {
  return Object.hasOwn(texts, key) ? (texts[key] ?? '') : ''
}
