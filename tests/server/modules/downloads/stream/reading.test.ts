import { expect, test } from 'vitest'
import { yieldingToCounts } from '#server/modules/downloads/stream/reading.ts'

async function* numbers(until: number, end = () => {}): AsyncGenerator<number, undefined> {
  try {
    for (let number = 0; number < until; number++) yield number
  } finally {
    end()
  }
}

test('yields all chunks, and waits between two of them no longer than one took', async () => {
  const waits: number[] = []
  const untilQuiet = (atMost: number) => {
    waits.push(atMost)
    return Promise.resolve()
  }
  const pieces: number[] = []
  const start = performance.now()
  for await (const piece of yieldingToCounts(numbers(4), untilQuiet)) pieces.push(piece)
  expect(pieces).toEqual([0, 1, 2, 3])
  expect(waits).toHaveLength(4)
  expect(waits.reduce((sum, wait) => sum + wait)).toBeLessThanOrEqual(performance.now() - start)
})

test('a cancelled consumer ends the generator', async () => {
  let isEnded = false
  const pieces = numbers(4, () => {
    isEnded = true
  })
  for await (const piece of yieldingToCounts(pieces, () => Promise.resolve())) if (piece === 1) break
  expect(isEnded).toBe(true)
})
