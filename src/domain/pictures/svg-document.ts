import { FILE_COLOURS, FONT_SIZE, type Drawing, type Mark } from '#domain/pictures/marks.ts'

const FONT = 'Inter, Helvetica, Arial, sans-serif'
const TITLE_SIZE = 14
/** Above the drawing. */
export const TITLE_ROOM = 26

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
