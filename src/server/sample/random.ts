/** Draws that come out the same on every machine, given the same seed. */
export interface Random {
  /** Whether something of this probability happens. */
  readonly chance: (probability: number) => boolean
  /** A whole number; both ends included. */
  readonly between: (low: number, high: number) => number
  /** A number around the mean, roughly normal. */
  readonly around: (mean: number, deviation: number) => number
  /** One of the things, each as likely as its weight says. */
  readonly weighted: <Thing>(things: readonly (readonly [Thing, number])[]) => Thing
}

/** Mulberry32: small, and all that synthetic data need. */
export function createRandom(seed: number): Random {
  let state = seed

  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  return {
    chance: (probability) => next() < probability,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    around: (mean, deviation) => {
      // Sums of uniform draws need no function whose last digit might differ between machines.
      let sum = -6
      for (let draw = 0; draw < 12; draw++) sum += next()
      return mean + deviation * sum
    },
    weighted: (things) => {
      let left = next() * things.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [thing, weight] of things) {
        left -= weight
        if (left < 0) return thing
      }
      const last = things.at(-1)
      if (!last) throw new Error('There is nothing to choose from.')
      return last[0]
    },
  }
}
