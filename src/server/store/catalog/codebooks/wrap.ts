import { inLatin, type FontName, type Measure } from '#server/store/catalog/codebooks/fonts.ts'

/** Breaks a text into lines no wider than this; a word that is too wide alone is cut. */
export function wrap(text: string, width: number, font: FontName, size: number, measure: Measure): string[] {
  const space = measure(' ', font, size)
  const lines: string[] = []
  let line = ''
  let used = 0
  const words = inLatin(text)
    .split(' ')
    .filter((word) => word !== '')
    .flatMap((word) => cut(word, width, font, size, measure))
  for (const word of words) {
    const wordWidth = measure(word, font, size)
    if (line !== '' && used + space + wordWidth > width) {
      lines.push(line)
      line = ''
      used = 0
    }
    used += wordWidth + (line === '' ? 0 : space)
    line = line === '' ? word : `${line} ${word}`
  }
  return line === '' ? lines : [...lines, line]
}

function cut(word: string, width: number, font: FontName, size: number, measure: Measure): string[] {
  if (measure(word, font, size) <= width) return [word]
  const pieces: string[] = []
  let piece = ''
  for (const character of word) {
    if (piece !== '' && measure(piece + character, font, size) > width) {
      pieces.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...pieces, piece]
}
