/** Question text with the pipes that stand for line breaks made into them (spec section 3). */
export function pipesToLines(text: string): string {
  return text.replaceAll(/\s*\|\s*/g, '\n')
}
