/** Milliseconds, at most, for which a piece is waited with: who reads the file is to see that it goes on. */
const LONGEST_WAY = 500

/**
 * The pieces of a file, which leave the machine as long as they take to those who wait for a count: each is made when
 * nobody is at it, or after as long as the one before took.
 */
export async function* givingWay<Piece>(
  pieces: AsyncGenerator<Piece, undefined>,
  untilQuiet: (atMost: number) => Promise<void>,
): AsyncGenerator<Piece, undefined> {
  let begun = performance.now()
  for await (const piece of pieces) {
    const took = performance.now() - begun
    yield piece
    await untilQuiet(Math.min(took, LONGEST_WAY))
    begun = performance.now()
  }
}
