const UNSAFE = /[/\\:*?"<>|\p{Cc}]/gu

/** Headers that make a browser save the response as a file. */
export function attachment(filename: string, type = 'text/csv'): Record<string, string> {
  const safe = filename.replaceAll(UNSAFE, '_')
  const plain = safe.replaceAll(/[^\x20-\x7E]/g, '_')
  const full = plain === safe ? '' : `; filename*=UTF-8''${encodeURIComponent(safe).replaceAll("'", '%27')}`
  return {
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': `attachment; filename="${plain}"${full}`,
  }
}

/** Destroys the connection where the body fails. A normal end would make half a file look complete. */
export function breakOnError(
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
