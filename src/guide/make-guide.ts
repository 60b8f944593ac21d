import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CHAPTERS } from '#domain/guide.ts'
import { readChapter, type Chapter } from '#guide/chapter.ts'
import { drawChapter } from '#guide/draw-chapter.ts'
import { drawContents, drawFeet, drawTitle } from '#guide/draw-front.ts'
import { newDocument, type Guide } from '#guide/page.ts'

/** Makes the How To Use guide out of the chapters below a folder: the same bytes every time. */
export async function makeGuide(folder: string): Promise<Uint8Array<ArrayBuffer>> {
  const chapters = await Promise.all(CHAPTERS.map(({ id }) => readChapter(folder, id)))
  const pictures = await readPictures(folder, chapters)
  const document = newDocument('How to use DIVER')
  const bytes = collect(document)
  drawTitle(document)
  drawContents(document, chapters)
  for (const [index, chapter] of chapters.entries()) {
    // No other stands behind the last, which may be as long as it needs to be.
    const isLast = index === chapters.length - 1
    drawChapter(document, chapter, isLast ? null : (CHAPTERS[index]?.pages ?? 1), pictures)
  }
  drawFeet(document)
  document.end()
  return bytes
}

async function readPictures(folder: string, chapters: readonly Chapter[]): Promise<Map<string, Uint8Array>> {
  const files = chapters.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'picture' ? [block.file] : [])),
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
