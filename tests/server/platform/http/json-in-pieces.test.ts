import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonInPieces } from '#server/platform/http/response-middleware.ts'

const LONG = 5_001

const longList = fc.jsonValue().map((item) => Array.from({ length: LONG }, (_, place) => [place, item, undefined]))

test('is the text of JSON.stringify', async () => {
  const property = fc.oneof(fc.jsonValue(), longList, fc.constant(undefined))
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), property), async (answer) => {
      expect((await jsonInPieces(answer)).toString()).toBe(JSON.stringify(answer))
    }),
    { numRuns: 50 },
  )
})

test('other work goes on during a long list', async () => {
  const data = Array.from({ length: 400_000 }, (_, place) => ({ place, text: 'x'.repeat(20) }))
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await jsonInPieces({ data })
  isOver = true
  expect(turns).toBeGreaterThan(2)
})
