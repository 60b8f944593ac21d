/** A prime: sums of rows with small integers are equal modulo it where they are equal. */
const PRIME = 2_147_483_647n

/** Whether a vector is a linear combination of the rows, by Gaussian elimination modulo a large prime. */
export function isInSpanOf(rows: readonly (readonly number[])[]): (vector: readonly number[]) => boolean {
  const byPivot = new Map<number, readonly bigint[]>()
  const reduced = (vector: readonly number[]) => {
    let rest = vector.map((entry) => mod(BigInt(entry)))
    for (let place = 0; place < rest.length; place++) {
      const factor = rest[place] ?? 0n
      const row = byPivot.get(place)
      if (factor === 0n || !row) continue
      rest = rest.map((entry, column) => mod(entry - factor * (row[column] ?? 0n)))
    }
    return rest
  }
  for (const row of rows) {
    const rest = reduced(row)
    const pivot = rest.findIndex((entry) => entry !== 0n)
    if (pivot === -1) continue
    const inverse = power(rest[pivot] ?? 1n, PRIME - 2n)
    byPivot.set(
      pivot,
      rest.map((entry) => mod(entry * inverse)),
    )
  }
  return (vector) => reduced(vector).every((entry) => entry === 0n)
}

function mod(number: bigint): bigint {
  return ((number % PRIME) + PRIME) % PRIME
}

function power(base: bigint, exponent: bigint): bigint {
  if (exponent === 0n) return 1n
  const half = power(mod(base * base), exponent / 2n)
  return exponent % 2n === 0n ? half : mod(half * base)
}
