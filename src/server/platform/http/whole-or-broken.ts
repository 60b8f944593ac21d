/**
 * Passes a body on. Where it breaks off the connection is broken off too: an answer that merely came to its end would
 * look whole, and half a file of data is worse than none.
 */
export function wholeOrBroken(
  body: ReadableStream<Uint8Array>,
  breakOff: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          breakOff(error)
          controller.close()
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
