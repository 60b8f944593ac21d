const PIECES_AT_FIRST = 2

/** Waits for the first chunks, so that an early error still sets the HTTP status. */
export async function begun<Piece>(
  pieces: AsyncGenerator<Piece, undefined>,
): Promise<AsyncGenerator<Piece, undefined>> {
  const first: Piece[] = []
  for (let count = 0; count < PIECES_AT_FIRST; count++) {
    const next = await pieces.next()
    if (next.done) break
    first.push(next.value)
  }
  return followed(first, pieces)
}

async function* followed<Piece>(
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
