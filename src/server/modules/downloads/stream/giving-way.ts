/** Maximum milliseconds to wait before a chunk, so that the download visibly continues. */
const WAIT_MILLISECONDS_MAX = 500

/** Resolves when no count runs, at most after so many milliseconds. */
export type UntilIdle = (atMost: number) => Promise<void>

/** Runs one step of a chunk, then yields to counts for at most the same time. */
export async function stepYieldingToCounts<Result>(step: () => Promise<Result>, untilIdle: UntilIdle): Promise<Result> {
  const start = performance.now()
  const result = await step()
  await untilIdle(Math.min(performance.now() - start, WAIT_MILLISECONDS_MAX))
  return result
}

/**
 * Lowers the priority of a download: before each chunk it yields to running counts, for at most as long as the last
 * chunk took.
 */
export async function* yieldingToCounts<Piece>(
  pieces: AsyncGenerator<Piece, undefined>,
  untilIdle: UntilIdle,
): AsyncGenerator<Piece, undefined> {
  let start = performance.now()
  for await (const piece of pieces) {
    const took = performance.now() - start
    yield piece
    await untilIdle(Math.min(took, WAIT_MILLISECONDS_MAX))
    start = performance.now()
  }
}
