import { crc32, deflateSync } from 'node:zlib'

const COLOURS = 256
/** Bits of each channel that are kept when colours are merged. */
const KEPT_BITS = 5

/** Reduces a screenshot to 256 colours, which saves two thirds of its size. */
export async function smallPng(page, bytes) {
  const { width, height, data } = await pixelsOf(page, bytes)
  const pixels = Buffer.from(data, 'base64')
  const counts = new Map()
  for (let offset = 0; offset < pixels.length; offset += 4) {
    const key = keyAt(pixels, offset)
    const entry = counts.get(key) ?? { count: 0, sum: [0, 0, 0] }
    entry.count++
    for (let channel = 0; channel < 3; channel++) entry.sum[channel] += pixels[offset + channel]
    counts.set(key, entry)
  }
  const common = [...counts].sort(([, one], [, other]) => other.count - one.count)
  const palette = common.slice(0, COLOURS).map(([, { count, sum }]) => sum.map((part) => Math.round(part / count)))
  const indexOf = new Map(
    common.map(([key, { count, sum }], place) => [
      key,
      place < COLOURS
        ? place
        : nearest(
            palette,
            sum.map((part) => part / count),
          ),
    ]),
  )
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[y * (width + 1) + x + 1] = indexOf.get(keyAt(pixels, (y * width + x) * 4))
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits a pixel: palette indexes.
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Decodes the PNG in the browser. */
function pixelsOf(page, bytes) {
  return page.evaluate(async (source) => {
    const binary = Uint8Array.from(atob(source), (character) => character.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([binary], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext('2d')
    context.drawImage(bitmap, 0, 0)
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height)
    let text = ''
    for (let offset = 0; offset < data.length; offset += 32_768)
      text += String.fromCharCode(...data.subarray(offset, offset + 32_768))
    return { width: bitmap.width, height: bitmap.height, data: btoa(text) }
  }, bytes.toString('base64'))
}

function keyAt(pixels, offset) {
  const shift = 8 - KEPT_BITS
  return ((pixels[offset] >> shift) << 16) | ((pixels[offset + 1] >> shift) << 8) | (pixels[offset + 2] >> shift)
}

function nearest(palette, colour) {
  let best = 0
  let least = Infinity
  for (const [place, one] of palette.entries()) {
    const distance = one.reduce((sum, part, channel) => sum + (part - colour[channel]) ** 2, 0)
    if (distance < least) [best, least] = [place, distance]
  }
  return best
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
