import type { Context } from 'hono'
import type { ServerEnvironment } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/http/refusal.ts'

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

/**
 * Refuses HTTP/1.0 for a file whose length is not known before it is sent. HTTP/1.0 has no chunks and ends such a file by
 * closing the connection, so a broken file looks complete (RFC 9112, section 8).
 */
export function requireChunks({ env }: Context<ServerEnvironment>): void {
  const { httpVersionMajor = 1, httpVersionMinor = 1 } = env?.incoming ?? {}
  if (httpVersionMajor > 1 || (httpVersionMajor === 1 && httpVersionMinor > 0)) return
  throw new Refusal(426, 'This file needs HTTP/1.1: set it in the program or the proxy that asks for the file.', {
    headers: { upgrade: 'HTTP/1.1', connection: 'upgrade, close' },
  })
}
