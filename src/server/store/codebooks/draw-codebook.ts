import { createPause } from '#server/platform/scheduling/yield.ts'
import type { Codebook, CodebookItem } from '#server/store/codebooks/read-codebook.ts'

/** A fixed creation date: the same codebook is the same file. */
const CREATION_DATE = new Date('2000-01-01T00:00:00Z')
const FAINT = '#666666'
const INK = '#111111'

/** Draws a codebook as a PDF with page numbers and bookmarks; the output is deterministic. */
export async function drawCodebook(codebook: Codebook): Promise<Uint8Array<ArrayBuffer>> {
  const [{ default: PdfDocument }, measure] = await Promise.all([import('pdfkit'), createMeasure()])
  const pause = createPause()
  const layout = await layOut(codebook, measure, pause)
  const name = inLatin(`${codebook.instrument} ${codebook.version}`.trim())
  const document = new PdfDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `${name}: codebook`,
      CreationDate: CREATION_DATE,
      ModDate: CREATION_DATE,
      Creator: 'DIVER',
      Producer: 'DIVER',
    },
  })
  const bytes = collect(document)
  const bookmarks = new Map(layout.sections.map((section, index) => [section.page, `${index + 1}  ${section.title}`]))
  for (const [index, lines] of layout.pages.entries()) {
    await pause()
    document.addPage()
    if (index === 1) document.outline.addItem('Contents')
    const bookmark = bookmarks.get(index + 1)
    if (bookmark !== undefined) document.outline.addItem(bookmark)
    for (const line of lines) {
      document
        .font(FONTS[line.font])
        .fontSize(line.size)
        .fillColor(line.isFaint ? FAINT : INK)
      document.text(line.text, line.x, line.y, { lineBreak: false })
    }
    if (index > 0) drawFoot(document, name, index + 1)
  }
  document.end()
  return bytes
}

function drawFoot(document: PDFKit.PDFDocument, name: string, page: number): void {
  const y = PAGE.height - PAGE.margin + 4
  document.font(FONTS.plain).fontSize(8.5).fillColor(FAINT)
  document.text(name, PAGE.margin, y, { lineBreak: false })
  const number = String(page)
  document.text(number, PAGE.width - PAGE.margin - document.widthOfString(number), y, { lineBreak: false })
}

function collect(document: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    document.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    document.on('error', reject)
  })
}

/** A line of text at a position on a page, from the upper left corner. */
export interface PlacedLine {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly font: FontName
  readonly size: number
  readonly isFaint: boolean
}

export interface Layout {
  readonly pages: readonly (readonly PlacedLine[])[]
  /** First page and contents page of each section, counted from 1. */
  readonly sections: readonly { readonly title: string; readonly page: number; readonly contentsPage: number }[]
  /** Page of each item by variable name, counted from 1. */
  readonly pageOf: ReadonlyMap<string, number>
}

export const PAGE = { width: 595, height: 842, margin: 56 } as const
const WIDTH = PAGE.width - 2 * PAGE.margin
const BOTTOM = PAGE.height - PAGE.margin - 18
const CONTENTS_ON_A_PAGE = 34
const LEADING = 1.32

type Line = Omit<PlacedLine, 'y'>

/**
 * Lays out a title page, the contents, and a chapter for each section. Page breaks fall between items unless an item
 * fills a page.
 */
export async function layOut(codebook: Codebook, measure: Measure, pause: () => Promise<void>): Promise<Layout> {
  const contentsPages = Math.max(1, Math.ceil(codebook.sections.length / CONTENTS_ON_A_PAGE))
  const pageOf = new Map<string, number>()
  const chapters: PlacedLine[][] = []
  const sections: Layout['sections'][number][] = []
  for (const [index, section] of codebook.sections.entries()) {
    const first = contentsPages + 2 + chapters.length
    const heading = lines(`${index + 1}  ${section.title}`, 0, 'bold', 16, measure)
    let page = new PageFiller()
    page.put([...heading, ...lines(' ', 0, 'plain', 6, measure)])
    chapters.push(page.lines)
    for (const item of section.items) {
      await pause()
      for (const [part, block] of blocksOf(item, measure).entries()) {
        if (!page.hasRoomFor(block)) {
          page = new PageFiller()
          chapters.push(page.lines)
        }
        page.put(block)
        if (part === 0) pageOf.set(item.variableName, contentsPages + 1 + chapters.length)
      }
    }
    sections.push({ title: section.title, page: first, contentsPage: 2 + Math.floor(index / CONTENTS_ON_A_PAGE) })
  }
  const contents = setContents(sections, contentsPages, measure)
  return { pages: [setTitle(codebook, measure), ...contents, ...chapters], sections, pageOf }
}

class PageFiller {
  readonly lines: PlacedLine[] = []
  #y: number = PAGE.margin

  hasRoomFor(block: readonly Line[]): boolean {
    return this.lines.length === 0 || this.#y + heightOf(block) <= BOTTOM
  }

  put(block: readonly Line[]): void {
    for (const line of block) {
      if (line.text.trim() !== '') this.lines.push({ ...line, y: this.#y })
      this.#y += line.size * LEADING
    }
  }
}

function heightOf(block: readonly Line[]): number {
  return block.reduce((sum, line) => sum + line.size * LEADING, 0)
}

/** Lines of an item in blocks that each fit on a page. Only very long answer lists need several blocks. */
function blocksOf(item: CodebookItem, measure: Measure): Line[][] {
  const head = [
    ...lines(`${item.item}  ${item.variableName}`, 0, 'code', 9.5, measure),
    ...lines(item.question, 0, 'plain', 10.5, measure),
  ]
  const answers = item.answers.flatMap(([code, meaning]) => lines(`${code} = ${meaning}`, 18, 'plain', 9.5, measure))
  const notes = [`Answer: ${item.dataType}`, ...item.notes].flatMap((note) =>
    lines(note, 18, 'plain', 8.5, measure, true),
  )
  const all = [...head, ...answers, ...notes, ...lines(' ', 0, 'plain', 9, measure)]
  const blocks: Line[][] = []
  let block: Line[] = []
  for (const line of all) {
    if (block.length > 0 && heightOf(block) + line.size * LEADING > BOTTOM - PAGE.margin) {
      blocks.push(block)
      block = []
    }
    block.push(line)
  }
  return [...blocks, block]
}

function lines(text: string, indent: number, font: FontName, size: number, measure: Measure, isFaint = false): Line[] {
  const wrapped = text.trim() === '' ? [' '] : wrap(text, WIDTH - indent, font, size, measure)
  return wrapped.map((line) => ({ text: line, x: PAGE.margin + indent, font, size, isFaint }))
}

function setTitle(codebook: Codebook, measure: Measure): PlacedLine[] {
  const page = new PageFiller()
  const space = Array.from({ length: 10 }, () => lines(' ', 0, 'plain', 18, measure)).flat()
  const items = codebook.sections.reduce((sum, section) => sum + section.items.length, 0)
  page.put([
    ...space,
    ...lines(codebook.instrument, 0, 'bold', 26, measure),
    ...lines(codebook.version === '' ? ' ' : `Version ${codebook.version}`, 0, 'plain', 15, measure),
    ...lines(' ', 0, 'plain', 15, measure),
    ...lines(codebook.title === codebook.instrument ? ' ' : codebook.title, 0, 'plain', 13, measure),
    ...lines(`Codebook: ${items} items in ${codebook.sections.length} sections`, 0, 'plain', 12, measure),
    ...(codebook.isSynthetic
      ? lines(
          'Synthetic: made up for trying out this product. Nobody was ever asked these questions.',
          0,
          'plain',
          11,
          measure,
        )
      : []),
  ])
  return page.lines
}

function setContents(sections: Layout['sections'], pages: number, measure: Measure): PlacedLine[][] {
  return Array.from({ length: pages }, (_, index) => {
    const page = new PageFiller()
    page.put([...lines('Contents', 0, 'bold', 16, measure), ...lines(' ', 0, 'plain', 8, measure)])
    const shown = sections.slice(index * CONTENTS_ON_A_PAGE, (index + 1) * CONTENTS_ON_A_PAGE)
    for (const [place, section] of shown.entries()) {
      const number = index * CONTENTS_ON_A_PAGE + place + 1
      const [first = ' '] = wrap(`${number}  ${section.title}`, WIDTH - 60, 'plain', 11, measure)
      const y = PAGE.margin + 34 + place * 19
      const line = { font: 'plain', size: 11, isFaint: false, y } as const
      page.lines.push({ ...line, text: first, x: PAGE.margin })
      const pageNumber = inLatin(String(section.page))
      page.lines.push({ ...line, text: pageNumber, x: PAGE.width - PAGE.margin - measure(pageNumber, 'plain', 11) })
    }
    return page.lines
  })
}

/** Wraps a text; a single word wider than the line is split. */
function wrap(text: string, width: number, font: FontName, size: number, measure: Measure): string[] {
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

/** Three of the standard 14 fonts of PDF: no font is embedded. */
export const FONTS = { plain: 'Helvetica', bold: 'Helvetica-Bold', code: 'Courier-Bold' } as const

type FontName = keyof typeof FONTS

/** The width of a text in a font and size. */
type Measure = (text: string, font: FontName, size: number) => number

/** Most letters of these fonts have codes below this one. */
const COMMON_LETTERS = 256

/** Measures with the metrics of the PDF library, letter by letter. Kerning would only make texts narrower. */
export async function createMeasure(): Promise<Measure> {
  // Lazy: loading pdfkit takes half of the start-up time, and most starts draw nothing.
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

/** Transliterates to the letters of these fonts: accents are dropped, other letters become "?". */
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
