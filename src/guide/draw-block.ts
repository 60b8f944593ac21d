import type { HandbookBlock } from '#domain/handbook.ts'
import type { TableRows } from '#guide/draw-chapter.ts'
import {
  ACCENT,
  FAINT,
  heightOf,
  keepTogether,
  LINE,
  PAGE,
  TEXT_WIDTH,
  writeRuns,
  type Guide,
  type Run,
} from '#guide/page.ts'

const AFTER_A_BLOCK = 7
const INDENT = 16
const CELL_GAP = 12

type Drawn = Exclude<HandbookBlock, { kind: 'code' | 'picture' | 'table' }>

export function drawText(document: Guide, block: Drawn): void {
  if (block.kind === 'list') {
    drawList(document, block.items, block.isNumbered)
  } else if (block.kind === 'heading' && block.depth === 1) {
    writeRuns(document, [bold(block.text)], { size: 19, color: ACCENT })
    document.moveDown(0.4)
  } else if (block.kind === 'heading') {
    document.y += 4
    keepTogether(document, 60)
    writeRuns(document, [bold(block.text)], { size: 12 })
    document.y += 2
  } else {
    keepTogether(document, Math.min(40, heightOf(document, block.line)))
    writeRuns(document, block.line)
    document.y += AFTER_A_BLOCK
  }
}

export function bold(text: string): Run {
  return { kind: 'strong', text }
}

function drawList(document: Guide, items: readonly (readonly Run[])[], isNumbered: boolean): void {
  for (const [index, runs] of items.entries()) {
    const place = { x: PAGE.margin + INDENT, width: TEXT_WIDTH - INDENT }
    keepTogether(document, heightOf(document, runs, place))
    const { y } = document
    writeRuns(document, [{ text: isNumbered ? `${index + 1}.` : '•', kind: 'text' }], { x: PAGE.margin + 3 })
    document.y = y
    writeRuns(document, runs, place)
    document.y += 2.5
  }
  document.y += AFTER_A_BLOCK - 2.5
}

export function drawTable(document: Guide, rows: TableRows, firstWidth: number): void {
  const size = 9.2
  document.y += 2
  for (const row of rows) {
    const others = Math.max(1, row.length - 1)
    const width = (TEXT_WIDTH - firstWidth - CELL_GAP) / others - (others > 1 ? CELL_GAP : 0)
    const places = row.map((_, index) =>
      index === 0
        ? { x: PAGE.margin, width: firstWidth, size }
        : { x: PAGE.margin + firstWidth + CELL_GAP + (index - 1) * (width + CELL_GAP), width, size },
    )
    const height = Math.max(...row.map((runs, index) => heightOf(document, runs, places[index])))
    keepTogether(document, height + 8)
    const top = document.y
    document
      .moveTo(PAGE.margin, top)
      .lineTo(PAGE.margin + TEXT_WIDTH, top)
      .lineWidth(0.5)
      .strokeColor(LINE)
      .stroke()
    for (const [index, runs] of row.entries()) {
      document.y = top + 4.5
      writeRuns(document, runs, places[index])
    }
    document.y = top + height + 6
  }
  document.y += AFTER_A_BLOCK
}

/** A screenshot with a caption; a missing file leaves an empty frame. */
export function drawPicture(
  document: Guide,
  { bytes, caption, scale }: { bytes: Uint8Array | null; caption: string; scale: number },
): void {
  const width = TEXT_WIDTH * scale
  // Screenshots have the ratio 1,200 by 750.
  const height = (width * 750) / 1200
  keepTogether(document, height + 30)
  const top = document.y + 2
  if (bytes !== null) document.image(Buffer.from(bytes), PAGE.margin, top, { width, height })
  document.rect(PAGE.margin, top, width, height).lineWidth(0.6).strokeColor(LINE).stroke()
  document.y = top + height + 6
  writeRuns(document, [{ kind: 'text', text: caption }], { size: 8.8, color: FAINT })
  document.y += AFTER_A_BLOCK + 2
}
