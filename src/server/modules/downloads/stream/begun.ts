const FIRST_CHUNKS = 2

/** Waits for the first chunks, so that an early error still sets the HTTP status. */
export async function withFirstChunks<Piece>(
  pieces: AsyncGenerator<Piece, undefined>,
): Promise<AsyncGenerator<Piece, undefined>> {
  const first: Piece[] = []
  for (let count = 0; count < FIRST_CHUNKS; count++) {
    const next = await pieces.next()
    if (next.done) break
    first.push(next.value)
  }
  return prepend(first, pieces)
}

async function* prepend<Piece>(
  first: readonly Piece[],
  pieces: AsyncGenerator<Piece, undefined>,
): AsyncGenerator<Piece, undefined> {
  try {
    yield* first
    yield* pieces
  } finally {
    await pieces.return(undefined)
  }
}
