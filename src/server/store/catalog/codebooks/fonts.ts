/** The fonts of a codebook: three of those that every reader of PDF has. */
export const FONTS = { plain: 'Helvetica', bold: 'Helvetica-Bold', code: 'Courier-Bold' } as const
export type FontName = keyof typeof FONTS

/** How wide a text of a size stands in a font. */
export type Measure = (text: string, font: FontName, size: number) => number

/** Letters of these fonts have codes below this, but for a few. */
const COMMON_LETTERS = 256

/** Measures with the metrics that the page is drawn with, letter by letter: kerning would only make it narrower. */
export async function createMeasure(): Promise<Measure> {
  // It takes as long to load as half of all else that a start needs, and most starts draw nothing.
  const { default: PdfDocument } = await import('pdfkit')
  const document = new PdfDocument({ autoFirstPage: false })
  const letterWidth = (font: FontName, letter: string) => document.font(FONTS[font]).fontSize(1).widthOfString(letter)
  const widthsOf = (font: FontName) =>
    Float64Array.from({ length: COMMON_LETTERS }, (_, code) => letterWidth(font, String.fromCharCode(code)))
  const widths = { plain: widthsOf('plain'), bold: widthsOf('bold'), code: widthsOf('code') }
  return (text, font, size) => {
    const known = widths[font]
    let sum = 0
    for (let index = 0; index < text.length; index++) {
      sum += known[text.charCodeAt(index)] ?? letterWidth(font, text.charAt(index))
    }
    return sum * size
  }
}

const PLAIN = /^[ -~]*$/
const REPLACED: Readonly<Record<string, string>> = { '≥': '>=', '≤': '<=', '→': '->', '−': '-', '\u00A0': ' ' }

/** The text in the letters that these fonts have; accents they lack are dropped, other letters become "?". */
export function inLatin(text: string): string {
  if (PLAIN.test(text)) return text
  return Array.from(text.replaceAll(/\s+/g, ' '), (character) => {
    if (isInFont(character)) return character
    const replaced = REPLACED[character] ?? character.normalize('NFKD').replaceAll(/\p{Mark}/gu, '')
    return Array.from(replaced).every(isInFont) && replaced !== '' ? replaced : '?'
  }).join('')
}

const WINDOWS_EXTRAS = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'

function isInFont(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return (
    (code >= 32 && code <= 126) || (code >= 161 && code <= 255 && code !== 173) || WINDOWS_EXTRAS.includes(character)
  )
}
