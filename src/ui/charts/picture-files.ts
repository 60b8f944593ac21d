import type { Drawing } from '#domain/pictures/marks.ts'
import { svgOf, TITLE_ROOM } from '#domain/pictures/svg-document.ts'

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
