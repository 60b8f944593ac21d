import { Hono } from 'hono'
import { afterEach, expect, test } from 'vitest'
import type { App } from '#server/platform/http/caller.ts'
import { breakOnError } from '#server/platform/http/file-responses.ts'
import { listen, type Listening } from '#server/platform/http/listen.ts'

let listening: Listening
afterEach(() => listening.drain())

async function fileOf(lines: readonly (string | Error)[]): Promise<{ text: Promise<string>; errors: unknown[] }> {
  const errors: unknown[] = []
  const app: App = new Hono()
  app.get('/', (context) => {
    const rest = [...lines]
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const line = rest.shift()
        if (line instanceof Error) controller.error(line)
        else if (line === undefined) controller.close()
        else controller.enqueue(new TextEncoder().encode(line))
      },
    })
    return context.body(
      breakOnError(body, (error) => {
        errors.push(error)
        context.env.outgoing?.destroy()
      }),
    )
  })
  listening = await listen(app.fetch, { host: '127.0.0.1', port: 0 })
  return { text: fetch(listening.address).then((response) => response.text()), errors }
}

test('sends a complete file unchanged', async () => {
  const { text, errors } = await fileOf(['one\r\n', 'two\r\n'])
  expect([await text, errors]).toEqual(['one\r\ntwo\r\n', []])
})

test('an aborted file breaks the connection', async () => {
  const { text, errors } = await fileOf(['one\r\n', new Error('The disk broke.')])
  await expect(text).rejects.toThrow(/terminated|fetch failed/)
  expect(errors).toEqual([new Error('The disk broke.')])
})
