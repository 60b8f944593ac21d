import { FILE_COLOURS, FONT_SIZE, type Drawing, type Mark } from '#ui/charts/marks.ts'

const FONT = 'Inter, Helvetica, Arial, sans-serif'
const TITLE_SIZE = 14
const TITLE_ROOM = 26
/** Pixels of a PNG for each unit of the drawing: sharp in print. */
const PNG_SCALE = 3

/** The rows of a picture's table, headers first. */
export type PictureTable = readonly (readonly string[])[]

/** A picture with its names and its numbers. */
export interface Picture {
  /** Above the picture in files, and their name. */
  readonly title: string
  /** For files, at a width of their own. */
  readonly draw: () => Drawing
  /** The same numbers as text, headers first; all columns but the first are numbers. */
  readonly table: PictureTable
}

/** A complete SVG document with a title above the drawing. */
export function svgOf({ width, height, marks }: Drawing, title: string): string {
  const size = `width="${width}" height="${height + TITLE_ROOM}" viewBox="0 0 ${width} ${height + TITLE_ROOM}"`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${FONT}" font-size="${FONT_SIZE}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    `<text x="0" y="${TITLE_SIZE}" font-size="${TITLE_SIZE}" font-weight="600" fill="${FILE_COLOURS.text}">${escaped(title)}</text>`,
    `<g transform="translate(0 ${TITLE_ROOM})">`,
    ...marks.map(elementOf),
    '</g>',
    '</svg>',
  ].join('\n')
}

function elementOf(mark: Mark): string {
  const colour = FILE_COLOURS[mark.paint]
  switch (mark.shape) {
    case 'rect':
      return `<rect x="${mark.x}" y="${mark.y}" width="${mark.width}" height="${mark.height}" fill="${colour}"${opacityOf(mark)}/>`
    case 'line':
      return `<line x1="${mark.x}" y1="${mark.y}" x2="${mark.toX}" y2="${mark.toY}" stroke="${colour}"/>`
    case 'dot':
      return `<circle cx="${mark.x}" cy="${mark.y}" r="${mark.radius}" fill="${colour}"${opacityOf(mark)}/>`
    case 'ring':
      return `<circle cx="${mark.x}" cy="${mark.y}" r="${mark.radius}" fill="none" stroke="${colour}"/>`
    case 'area':
      return `<polygon points="${mark.points.join(' ')}" fill="${colour}"/>`
    case 'text':
      return `<text x="${mark.x}" y="${mark.y}" text-anchor="${mark.anchor}" fill="${colour}">${escaped(mark.text)}</text>`
  }
}

function opacityOf({ strength }: { readonly strength?: number }): string {
  return strength === undefined ? '' : ` fill-opacity="${strength}"`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** The SVG document drawn by the browser: as a data address, which the content security policy allows. */
export async function pngOf(drawing: Drawing, title: string): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(svgOf(drawing, title))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = drawing.width * PNG_SCALE
  canvas.height = (drawing.height + TITLE_ROOM) * PNG_SCALE
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser draws no PNG.'))), 'image/png')
  })
}
