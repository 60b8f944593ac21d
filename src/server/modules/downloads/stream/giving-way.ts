/** Maximum milliseconds to wait before a chunk, so that the download visibly continues. */
const LONGEST_WAY = 500

/** Resolves when no count runs, at most after so many milliseconds. */
export type UntilQuiet = (atMost: number) => Promise<void>

/** Runs one step of a chunk, then yields to counts for at most the same time. */
export async function stepGivingWay<Result>(step: () => Promise<Result>, untilQuiet: UntilQuiet): Promise<Result> {
  const begun = performance.now()
  const result = await step()
  await untilQuiet(Math.min(performance.now() - begun, LONGEST_WAY))
  return result
}

/**
 * Lowers the priority of a download: before each chunk it yields to running counts, for at most as long as the last
 * chunk took.
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
