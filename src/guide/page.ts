import PdfDocument from 'pdfkit'
import type { Inline } from '#domain/handbook.ts'

export const PAGE = { width: 595, height: 842, margin: 56, foot: 74 } as const
export const TEXT_WIDTH = PAGE.width - 2 * PAGE.margin
export const BOTTOM = PAGE.height - PAGE.foot

export const INK = '#14171f'
export const FAINT = '#5b6070'
export const LINE = '#d5d8e0'
export const ACCENT = '#2f4fb5'

/** Fonts that every reader of PDF has. */
const FACES = {
  text: 'Helvetica',
  link: 'Helvetica',
  strong: 'Helvetica-Bold',
  emphasis: 'Helvetica-Oblique',
  code: 'Courier',
} as const
const IN_THESE_FONTS = /^[\n -~¡-ÿ€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/

/** A fixed creation date, so that the same guide is the same file. */
const CREATION_DATE = new Date('2000-01-01T00:00:00Z')

export type Guide = PDFKit.PDFDocument

/** A stretch of text in one face. */
export type Run = Pick<Inline, 'kind' | 'text'>

export function newDocument(title: string): Guide {
  return new PdfDocument({
    size: [PAGE.width, PAGE.height],
    margins: { top: PAGE.margin, left: PAGE.margin, right: PAGE.margin, bottom: PAGE.foot },
    autoFirstPage: false,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, CreationDate: CREATION_DATE, ModDate: CREATION_DATE, Creator: 'DIVER', Producer: 'DIVER' },
  })
}

interface Place {
  readonly x?: number
  readonly width?: number
  readonly size?: number
  readonly color?: string
}

const LINE_GAP = 2.5

/** Writes text runs at the current position, wrapped. */
export function writeRuns(document: Guide, runs: readonly Run[], place: Place = {}): void {
  const { x = PAGE.margin, width = TEXT_WIDTH, size = 10, color = INK } = place
  document.x = x
  for (const [index, { text, kind }] of runs.entries()) {
    if (!IN_THESE_FONTS.test(text)) throw new Error(`The guide’s fonts lack a letter of this: ${text}`)
    document
      .font(FACES[kind])
      .fontSize(kind === 'code' ? size * 0.95 : size)
      .fillColor(color)
    document.text(text, { width, lineGap: LINE_GAP, continued: index < runs.length - 1 })
  }
  document.x = PAGE.margin
}

/** Height of the runs; measured in one font, because the fonts differ little. */
export function heightOf(document: Guide, runs: readonly Run[], { width = TEXT_WIDTH, size = 10 }: Place = {}): number {
  document.font(runs.some(({ kind }) => kind === 'strong') ? FACES.strong : FACES.text).fontSize(size)
  return document.heightOfString(runs.map(({ text }) => text).join(''), { width, lineGap: LINE_GAP })
}

/** Starts a new page if the height does not fit. */
export function keepTogether(document: Guide, height: number): void {
  if (document.y + height > BOTTOM) document.addPage()
}
