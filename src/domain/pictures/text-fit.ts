/** Widths of letters at the size of drawings, no narrower than in Inter, Helvetica or Arial. */
const WIDTHS: readonly (readonly [letters: RegExp, width: number])[] = [
  [/[ijlI.,:;'|! ]/, 4],
  [/[frt()[\]\-/·]/, 5.2],
  [/[ackstvxyz_]/, 6.9],
  [/[bdeghnopqu0-9ß-ÿ]/, 7.8],
  [/[ABEFJKLPRSTVXYZ=<>≥≤≠+?]/, 8.4],
  [/[CDGHNOQU&"]/, 9.4],
  [/[mw…@%M]/, 11],
  [/W/, 12.4],
]
/** The width of letters of other scripts. */
const WIDEST = 13

/** An upper bound of a text's width in pixels. */
export function textWidth(text: string): number {
  let width = 0
  for (const letter of text) width += WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? WIDEST
  return width
}

/** A text within a width: a longer one has an ellipsis in its middle. */
export function shortened(text: string, width: number): string {
  if (textWidth(text) <= width) return text
  const letters = Array.from(text)
  for (let kept = letters.length - 1; kept > 0; kept--) {
    const [start, end] = [letters.slice(0, Math.ceil(kept / 2)), letters.slice(letters.length - Math.floor(kept / 2))]
    const short = `${start.join('').trimEnd()}…${end.join('').trimStart()}`
    if (textWidth(short) <= width) return short
  }
  return '…'
}

/** A text in lines of a width; the last of `most` lines has the rest, with an ellipsis in its middle if it is longer. */
export function wrapped(text: string, width: number, most: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    const longer = line === undefined ? word : `${line} ${word}`
    const isRest = lines.length === most
    if (line !== undefined && (isRest || textWidth(longer) <= width)) lines.splice(-1, 1, longer)
    else lines.push(word)
  }
  return lines.map((line) => shortened(line, width))
}
