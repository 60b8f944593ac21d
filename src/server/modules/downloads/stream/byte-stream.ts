/** Chunks as a stream that asks for the next one only when the last is on its way; a cancel ends their making. */
export function byteStream(chunks: AsyncGenerator<Uint8Array>, stop: AbortController): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const next = await chunks.next()
        if (!next.done) controller.enqueue(next.value)
        else if (stop.signal.aborted) controller.error(stop.signal.reason)
        else controller.close()
      },
      cancel: async (reason) => {
        stop.abort(reason)
        await chunks.return(undefined).catch(() => undefined)
      },
    },
    { highWaterMark: 1 },
  )
}
