import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CHAPTERS, pageOfChapter } from '#domain/guide.ts'
import { APP_VERSION } from '#domain/limits.ts'
import { drawChapter } from '#guide/draw-chapter.ts'
import { newDocument, type Guide, ACCENT, FAINT, INK, PAGE, TEXT_WIDTH, writeRuns } from '#guide/page.ts'
import { readChapter, type Chapter } from '#guide/read-pages.ts'

/** Builds the How To Use guide as a PDF; the output is deterministic. */
export async function makeGuide(folder: string): Promise<Uint8Array<ArrayBuffer>> {
  const chapters = await Promise.all(CHAPTERS.map(({ id }) => readChapter(folder, id)))
  const pictures = await readPictures(folder, chapters)
  const document = newDocument('How to use DIVER')
  const bytes = collect(document)
  drawTitle(document)
  drawContents(document, chapters)
  for (const [index, chapter] of chapters.entries()) {
    // The last chapter has no page limit.
    const isLast = index === chapters.length - 1
    drawChapter(document, chapter, isLast ? null : (CHAPTERS[index]?.pages ?? 1), pictures)
  }
  drawPageNumbers(document)
  document.end()
  return bytes
}

async function readPictures(folder: string, chapters: readonly Chapter[]): Promise<Map<string, Uint8Array>> {
  const files = chapters.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'picture' ? [block.src] : [])),
  )
  const read = files.map(async (file) => [file, await readFile(join(folder, 'pictures', file))] as const)
  return new Map(await Promise.all(read))
}

function collect(document: Guide): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    document.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    document.on('error', reject)
  })
}

function drawTitle(document: Guide): void {
  document.addPage()
  document.y = 230
  writeRuns(document, [{ text: 'DIVER', kind: 'strong' }], { size: 15, color: ACCENT })
  writeRuns(document, [{ text: 'How to use it', kind: 'strong' }], { size: 34 })
  document.y += 10
  const lead =
    'A workspace for exploring phenotypic research data: search the catalog of variables, build cohorts and custom variables, and download the data that you may read.'
  writeRuns(document, [{ text: lead, kind: 'text' }], { size: 12.5, width: TEXT_WIDTH * 0.8, color: FAINT })
  document.y += 10
  writeRuns(document, [{ text: `Version ${APP_VERSION}`, kind: 'text' }], { size: 10, color: FAINT })
}

/** The table of contents, linked to the chapters. */
function drawContents(document: Guide, chapters: readonly Chapter[]): void {
  document.addPage()
  document.outline.addItem('Contents')
  writeRuns(document, [{ text: 'Contents', kind: 'strong' }], { size: 19, color: ACCENT })
  document.y += 8
  for (const [index, { id, title }] of chapters.entries()) {
    const top = document.y
    const page = String(pageOfChapter(id))
    document.font('Helvetica').fontSize(10.5).fillColor(INK)
    document.text(`${index + 1}  ${title}`, PAGE.margin, top, { lineBreak: false, goTo: id })
    const end = PAGE.margin + TEXT_WIDTH - document.widthOfString(page)
    document.text(page, end, top, { lineBreak: false })
    document.x = PAGE.margin
    document.y = top + 20
  }
}

/** Page numbers, written last. */
function drawPageNumbers(document: Guide): void {
  const { count } = document.bufferedPageRange()
  for (let index = 1; index < count; index++) {
    document.switchToPage(index)
    // Text below the margin would add a page.
    document.page.margins.bottom = 0
    const y = PAGE.height - 46
    document.font('Helvetica').fontSize(8.5).fillColor(FAINT)
    document.text('How to use DIVER', PAGE.margin, y, { lineBreak: false })
    const number = String(index + 1)
    document.text(number, PAGE.width - PAGE.margin - document.widthOfString(number), y, { lineBreak: false })
  }
}
