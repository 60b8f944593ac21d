/** Milliseconds, at most, for which a piece is waited with: who reads the file is to see that it goes on. */
const LONGEST_WAY = 500

/** Resolves when nobody counts, or after so many milliseconds. */
export type UntilQuiet = (atMost: number) => Promise<void>

/** The same for one step of the making of a piece: done, then waited for as long as it took, at most. */
export async function stepGivingWay<Result>(step: () => Promise<Result>, untilQuiet: UntilQuiet): Promise<Result> {
  const begun = performance.now()
  const result = await step()
  await untilQuiet(Math.min(performance.now() - begun, LONGEST_WAY))
  return result
}

/**
 * The pieces of a file, which leave the machine as long as they take to those who wait for a count: each is made when
 * nobody is at it, or after as long as the one before took.
 */
export async function* givingWay<Piece>(
  pieces: AsyncGenerator<Piece, undefined>,
  untilQuiet: UntilQuiet,
): AsyncGenerator<Piece, undefined> {
  let begun = performance.now()
  for await (const piece of pieces) {
    const took = performance.now() - begun
    yield piece
    await untilQuiet(Math.min(took, LONGEST_WAY))
    begun = performance.now()
  }
}
