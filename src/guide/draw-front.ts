import { pageOfChapter } from '#domain/guide.ts'
import { APP_VERSION } from '#domain/limits.ts'
import type { Chapter } from '#guide/chapter.ts'
import { ACCENT, FAINT, INK, PAGE, TEXT_WIDTH, writeRuns, type Guide } from '#guide/page.ts'

export function drawTitle(document: Guide): void {
  document.addPage()
  document.y = 230
  writeRuns(document, [{ text: 'DIVER', face: 'bold' }], { size: 15, color: ACCENT })
  writeRuns(document, [{ text: 'How to use it', face: 'bold' }], { size: 34 })
  document.y += 10
  const lead =
    'A workspace for exploring phenotypic research data: search the catalog of variables, build cohorts and custom variables, and download the data that you may read.'
  writeRuns(document, [{ text: lead, face: 'plain' }], { size: 12.5, width: TEXT_WIDTH * 0.8, color: FAINT })
  document.y += 10
  writeRuns(document, [{ text: `Version ${APP_VERSION}`, face: 'plain' }], { size: 10, color: FAINT })
}

/** The chapters with their pages; each line leads there. */
export function drawContents(document: Guide, chapters: readonly Chapter[]): void {
  document.addPage()
  document.outline.addItem('Contents')
  writeRuns(document, [{ text: 'Contents', face: 'bold' }], { size: 19, color: ACCENT })
  document.y += 8
  for (const [index, { id, title }] of chapters.entries()) {
    const top = document.y
    const page = String(pageOfChapter(id))
    document.font('Helvetica').fontSize(10.5).fillColor(INK)
    document.text(`${index + 1}  ${title}`, PAGE.margin, top, { lineBreak: false, goTo: id })
    const end = PAGE.margin + TEXT_WIDTH - document.widthOfString(page)
    document.text(page, end, top, { lineBreak: false })
    document.x = PAGE.margin
    document.y = top + 22
  }
}

/** The page numbers; they are written last, when all pages are there. */
export function drawFeet(document: Guide): void {
  const { count } = document.bufferedPageRange()
  for (let index = 1; index < count; index++) {
    document.switchToPage(index)
    // What stands below the margin would begin a new page.
    document.page.margins.bottom = 0
    const y = PAGE.height - 46
    document.font('Helvetica').fontSize(8.5).fillColor(FAINT)
    document.text('How to use DIVER', PAGE.margin, y, { lineBreak: false })
    const number = String(index + 1)
    document.text(number, PAGE.width - PAGE.margin - document.widthOfString(number), y, { lineBreak: false })
  }
}
