import { randomFrom } from '#tests/bench/random-from.ts'

/** All choices of a simulation. The same seed and the same order of calls give the same choices. */
export interface Choices {
  /** A number from 0 up to 1. */
  readonly next: () => number
  readonly isChance: (probability: number) => boolean
  /** A whole number from `least` to `most`. */
  readonly between: (least: number, most: number) => number
  /** Throws on an empty list. */
  readonly oneOf: <Item>(items: readonly Item[]) => Item
  readonly bytes: (count: number) => Uint8Array
}

export function choicesFrom(seed: number): Choices {
  const next = randomFrom(seed)
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    isChance: (probability) => next() < probability,
    oneOf: (items) => {
      const item = items[between(0, items.length - 1)]
      if (item === undefined) throw new Error('There is nothing to choose from.')
      return item
    },
    bytes: (count) => Uint8Array.from({ length: count }, () => between(0, 255)),
  }
}
