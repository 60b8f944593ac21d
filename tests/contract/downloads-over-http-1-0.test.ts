import { afterAll, beforeAll, expect, test } from 'vitest'
import { downloadNew } from '#contract/downloads.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { listen, type Listening } from '#server/platform/http/listen.ts'
import { signIn, valueOf, type ApiSession } from '#tests/support/api-session.ts'
import { bytesUntilClosed } from '#tests/support/raw-connection.ts'
import { createTestServer, PASSWORD, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let listening: Listening
let session: ApiSession
let downloadId: string
beforeAll(async () => {
  server = await createTestServer()
  listening = await listen(server.app.fetch, { host: '127.0.0.1', port: 0 })
  session = await signIn(listening.address, 'researcher', PASSWORD)
  const varsetid = valueOf(await session.call(variableSetNew, { name: 'Ages', variables: ['AGE'] })).id
  downloadId = valueOf(await session.call(downloadNew, { cohortid: 1, varsetid }))[0]?.download_id ?? ''
})
afterAll(async () => {
  await listening.drain()
  server.close()
})

async function overHttp10(path: string): Promise<{ head: string; body: string }> {
  const address = `${API_PREFIX}/cohort/${path}?downloadid=${downloadId}&filename=x.csv`
  const request = `GET ${address} HTTP/1.0\r\nCookie: ${session.cookie()}\r\n\r\n`
  const [head = '', ...body] = (await bytesUntilClosed(listening.address, request)).split('\r\n\r\n')
  return { head: head.toLowerCase(), body: body.join('\r\n\r\n') }
}

test.each(['downloadstream', 'download/bundle'])(
  'refuses a file of unknown length over HTTP/1.0, where a truncated one would look complete: %s',
  async (path) => {
    const { head, body } = await overHttp10(path)
    expect(head.split('\r\n')).toEqual(
      expect.arrayContaining(['http/1.1 426 upgrade required', 'upgrade: http/1.1', 'connection: upgrade, close']),
    )
    expect(JSON.parse(body)).toEqual({
      message: 'This file needs HTTP/1.1: set it in the program or the proxy that asks for the file.',
    })
  },
)

test('sends a file of known length over HTTP/1.0 with its length', async () => {
  const { head, body } = await overHttp10('download')
  expect(head.split('\r\n')).toEqual(
    expect.arrayContaining(['http/1.1 200 ok', `content-length: ${Buffer.byteLength(body)}`]),
  )
})
