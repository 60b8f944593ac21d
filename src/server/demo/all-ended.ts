/** What all of them give. Where one fails, it fails with that, but not before the others have ended too. */
export async function allEnded<Results extends readonly Promise<unknown>[]>(
  works: Results,
): Promise<{ -readonly [Place in keyof Results]: Awaited<Results[Place]> }> {
  try {
    return await Promise.all(works)
  } finally {
    await Promise.allSettled(works)
  }
}
