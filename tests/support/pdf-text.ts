import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

export async function textOfPdf(bytes: Uint8Array): Promise<{ pages: string[]; bookmarks: string[] }> {
  const document = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: true }).promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(''))
  }
  const bookmarks = (await document.getOutline()).map(({ title }) => title)
  await document.destroy()
  return { pages, bookmarks }
}

/** Line breaks are arbitrary. */
export const withoutBlanks = (text: string) => text.replaceAll(/\s/g, '')
