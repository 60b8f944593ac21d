import { layOut, PAGE, createMeasure, FONTS, inLatin } from '#server/store/catalog/codebooks/layout.ts'
import type { Codebook } from '#server/store/catalog/codebooks/read-codebook.ts'

/** A fixed creation date: the same codebook is the same file. */
const CREATION_DATE = new Date('2000-01-01T00:00:00Z')
const FAINT = '#666666'
const INK = '#111111'

/** Draws a codebook as a PDF with page numbers and bookmarks; the output is deterministic. */
export async function drawCodebook(codebook: Codebook): Promise<Uint8Array<ArrayBuffer>> {
  const [{ default: PdfDocument }, measure] = await Promise.all([import('pdfkit'), createMeasure()])
  const layout = layOut(codebook, measure)
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
