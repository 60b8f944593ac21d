import { expect, test } from 'vitest'
import { bytesOf, zipOf, type ZipEntry } from '#server/modules/downloads/bundle/zip.ts'

async function readAll(entries: readonly ZipEntry[]): Promise<number> {
  let bytes = 0
  for await (const piece of zipOf(entries, new Date(0))) bytes += piece.length
  return bytes
}

async function* failing(after: number): AsyncGenerator<Uint8Array, undefined> {
  for (let piece = 0; piece < after; piece++) yield new Uint8Array(100_000)
  throw new Error('Out of Memory')
}

test.each([
  ['immediately', 0],
  ['after several chunks', 5],
])('a failing file makes the archive fail %s', async (_, after) => {
  for (const isStored of [false, true]) {
    const entries = [
      { name: 'first.txt', content: () => bytesOf('first') },
      { name: 'second.csv', content: () => failing(after), isStored },
      { name: 'third.txt', content: () => bytesOf('third') },
    ]
    await expect(readAll(entries)).rejects.toThrow('Out of Memory')
  }
})
