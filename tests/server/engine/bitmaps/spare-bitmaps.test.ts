import { expect, test } from 'vitest'
import { inAll, inAny, borrowBitmaps } from '#server/engine/bitmaps/bitmap.ts'

const WORDS = 3

test('a bitmap is used again only after it is given back', () => {
  const [one, other] = [borrowBitmaps(), borrowBitmaps()]
  const first = one.make(WORDS)
  expect(one.make(WORDS)).not.toBe(first)
  expect(other.make(WORDS)).not.toBe(first)
  one.giveBack()
  one.giveBack()
  const again = [other.make(WORDS), other.make(WORDS), other.make(WORDS)]
  expect(again.filter((bitmap) => bitmap === first)).toHaveLength(1)
  expect(new Set(again).size).toBe(3)
})

test('a bitmap of another length is not used', () => {
  const { make, giveBack } = borrowBitmaps()
  const short = make(WORDS)
  giveBack()
  expect(make(WORDS + 1)).toHaveLength(WORDS + 1)
  expect(make(WORDS)).toBe(short)
})

test('nothing of the earlier content is left', () => {
  const { make, giveBack } = borrowBitmaps()
  make(WORDS).fill(0xffffffff)
  giveBack()
  const sets = [Uint32Array.of(1, 0, 6), Uint32Array.of(3, 0, 2), Uint32Array.of(1, 4, 2)]
  const all = new Uint32Array(WORDS).fill(0xffffffff)
  expect([...inAny(sets, all, make)]).toEqual([3, 4, 6])
  giveBack()
  expect([...inAll(sets, all, make)]).toEqual([1, 0, 2])
})
