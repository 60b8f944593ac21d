import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyedOrder, traceOf } from '#server/engine/sources/pseudonyms.ts'
import { keyedLines } from '#server/modules/downloads/stream/lines.ts'

const SECRET = Buffer.alloc(32, 1)
const TRACE = traceOf(SECRET, 'a download')

test('an order by key is a permutation, equal for one download and different for another', () => {
  fc.assert(
    fc.property(fc.nat({ max: 500 }), (count) => {
      const order = keyedOrder(TRACE, count)
      expect([...order].toSorted((one, other) => one - other)).toEqual(
        Array.from({ length: count }, (_, place) => place),
      )
      expect(keyedOrder(traceOf(SECRET, 'a download'), count)).toEqual(order)
    }),
  )
  expect(keyedOrder(traceOf(SECRET, 'another'), 100)).not.toEqual(keyedOrder(TRACE, 100))
})

test('lines come in the order by key, whatever their batches and pieces, and no file stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'diver-lines-'))
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.string({ unit: 'grapheme' }))),
      fc.integer({ min: 1, max: 9 }),
      async (batches, size) => {
        const batchesOfLines = (async function* () {
          for (const lines of batches) {
            const bytes = Buffer.from(lines.join(''))
            const pieces = Array.from({ length: Math.ceil(bytes.byteLength / size) }, (_, place) =>
              bytes.subarray(place * size, (place + 1) * size),
            )
            yield { pieces, lengths: () => lines.map((line) => Buffer.byteLength(line)) }
          }
        })()
        const sent: Uint8Array[] = []
        for await (const piece of keyedLines(folder, TRACE, batchesOfLines)) sent.push(piece)
        const all = batches.flat()
        expect(Buffer.concat(sent).toString()).toBe(
          Array.from(keyedOrder(TRACE, all.length), (line) => all[line]).join(''),
        )
      },
    ),
    { numRuns: 50 },
  )
  const ended = keyedLines(
    folder,
    TRACE,
    (async function* () {
      yield { pieces: [Buffer.from('a line')], lengths: () => [5] }
    })(),
  )
  await expect(ended.next()).rejects.toThrow('other lengths')
  expect(readdirSync(folder)).toEqual([])
  rmSync(folder, { recursive: true })
})
