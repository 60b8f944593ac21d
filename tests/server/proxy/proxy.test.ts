import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readConfiguration } from '#server/platform/configuration/configuration.ts'
import { listen, type Listening } from '#server/platform/http/listen.ts'
import { createProxyApp, type ProxyOptions, startProxy } from '#server/proxy/proxy-app.ts'
import { bytesUntilClosed } from '#tests/support/raw-connection.ts'

const SILENT = pino({ level: 'silent' })
const TRUSTING = readConfiguration({ TRUST_PROXY: '127.0.0.1' }).isTrustedProxy

type Responder = (incoming: IncomingMessage, response: ServerResponse) => void

/** A fake back end: each test sets its responses and reads its requests. */
let respond: Responder
let got: IncomingMessage
let body: string
let backEnd: Server
let backEndUrl: URL
beforeAll(async () => {
  backEnd = createServer((incoming, response) => {
    got = incoming
    body = ''
    incoming.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    if (incoming.method === 'GET') respond(incoming, response)
    else incoming.on('end', () => respond(incoming, response))
  })
  await new Promise<void>((resolve) => {
    backEnd.listen(0, '127.0.0.1', resolve)
  })
  backEndUrl = new URL(`http://127.0.0.1:${portOf(backEnd)}/platform/`)
})
afterAll(() => {
  backEnd.closeAllConnections()
  backEnd.close()
})

const listening: Listening[] = []
afterEach(async () => {
  await Promise.all(listening.splice(0).map(({ drain }) => drain()))
})

async function startFor(options: Partial<ProxyOptions> = {}): Promise<string> {
  const app = createProxyApp({
    apiUrl: backEndUrl,
    isTrustedProxy: () => false,
    log: SILENT,
    clock: Date.now,
    ...options,
  })
  const started = await listen(app.fetch, { host: '127.0.0.1', port: 0 })
  listening.push(started)
  return started.address
}

const answerJson: Responder = (_, response) => response.setHeader('content-type', 'application/json').end('{"ok":true}')

test('forwards a request from the back end’s own origin, with cookies and body, without client identity headers', async () => {
  respond = answerJson
  const url = await startFor()
  const received = await fetch(`${url}/api/v0/cohort/edit?x=%2F..&y=1`, {
    method: 'POST',
    headers: {
      origin: url,
      referer: `${url}/cohorts/12`,
      cookie: 'session=1; other=2',
      'content-type': 'application/json',
      'x-remote-user': 'admin',
      'x-forwarded-host': 'elsewhere.example',
      'x-forwarded-for': '6.6.6.6',
      authorization: 'Basic x',
    },
    body: '{"cohortid":12}',
  })
  expect([received.status, await received.json(), body]).toEqual([200, { ok: true }, '{"cohortid":12}'])
  expect([got.method, got.url]).toEqual(['POST', '/platform/api/v0/cohort/edit?x=%2F..&y=1'])
  expect(got.headers).toMatchObject({
    host: backEndUrl.host,
    origin: backEndUrl.origin,
    cookie: 'session=1; other=2',
    'content-type': 'application/json',
    'content-length': '15',
    'x-forwarded-for': '127.0.0.1',
  })
  for (const name of ['referer', 'x-remote-user', 'x-forwarded-host', 'authorization']) {
    expect([name, got.headers[name]]).toEqual([name, undefined])
  }
})

test('refuses a change from another site without forwarding it', async () => {
  respond = () => {
    throw new Error('The back end received a request.')
  }
  const url = await startFor()
  for (const headers of [{ origin: 'https://elsewhere.example' }, { 'sec-fetch-site': 'cross-site' }]) {
    for (const [method, path] of [
      ['POST', '/login'],
      ['DELETE', '/project/delete?projectid=3'],
      ['GET', '/logout'],
    ] as const) {
      const received = await fetch(`${url}/api/v0${path}`, { method, headers })
      expect([received.status, await received.json()]).toEqual([
        403,
        { message: 'Calls from other sites are not allowed.' },
      ])
    }
  }
})

test('converts cookies to this origin, Secure behind TLS', async () => {
  respond = (_, response) =>
    response
      .setHeader('set-cookie', [
        'session=1; Domain=api.example.org; Path=/platform; Secure; HttpOnly; SameSite=Strict',
        'second=2',
      ])
      .end('{}')
  const plain = await fetch(`${await startFor()}/api/v0/login`, { method: 'POST', body: '{}' })
  expect(plain.headers.getSetCookie()).toEqual([
    'session=1; SameSite=Strict; Path=/; HttpOnly',
    'second=2; Path=/; HttpOnly',
  ])
  const secured = await fetch(`${await startFor({ isTrustedProxy: TRUSTING })}/api/v0/userinfo`, {
    headers: { 'x-forwarded-proto': 'https' },
  })
  expect(secured.headers.getSetCookie()[0]).toBe('session=1; SameSite=Strict; Path=/; HttpOnly; Secure')
})

test('forwards refusals with own security headers instead of those of the back end', async () => {
  respond = (_, response) =>
    response
      .writeHead(409, {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        'content-security-policy': 'default-src *',
        'alt-svc': 'h3=":443"',
        'retry-after': '7',
      })
      .end('{"message":"Taken."}')
  const received = await fetch(`${await startFor()}/api/v0/cohort/new`, { method: 'POST', body: '{}' })
  expect([received.status, received.statusText, await received.json()]).toEqual([
    409,
    'Conflict',
    { message: 'Taken.' },
  ])
  const headers = Object.fromEntries(received.headers)
  expect(headers).toMatchObject({
    'retry-after': '7',
    'content-security-policy': expect.stringContaining(`script-src 'self'`),
    'x-content-type-options': 'nosniff',
  })
  expect(headers).not.toHaveProperty('access-control-allow-origin')
  expect(headers).not.toHaveProperty('alt-svc')
})

test('rewrites redirects within the back end to this origin and keeps others', async () => {
  const url = await startFor()
  const sentTo = async (location: string) => {
    respond = (_, response) => response.writeHead(302, { location }).end()
    return (await fetch(`${url}/codebooks/form.pdf`, { redirect: 'manual' })).headers.get('location')
  }
  expect(await sentTo(`${backEndUrl.href}codebooks/other.pdf`)).toBe('/codebooks/other.pdf')
  expect(await sentTo('https://files.example.org/form.pdf')).toBe('https://files.example.org/form.pdf')
})

test('serves a codebook with a policy that lets a browser show it', async () => {
  respond = (_, response) => response.setHeader('content-type', 'application/pdf').end('%PDF')
  const received = await fetch(`${await startFor()}/codebooks/form.pdf`)
  expect([await received.text(), got.url]).toEqual(['%PDF', '/platform/codebooks/form.pdf'])
  expect(received.headers.get('content-security-policy')).toContain(`object-src 'self'`)
})

test('streams a response before it is complete', async () => {
  let finishResponse: () => void = () => undefined
  respond = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="a.csv"' })
    response.write('first\r\n')
    finishResponse = () => response.end('last\r\n')
  }
  const received = await fetch(`${await startFor()}/api/v0/cohort/downloadstream?downloadid=1&filename=a.csv`)
  expect(received.headers.get('content-disposition')).toBe('attachment; filename="a.csv"')
  const reader = received.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect(await reader?.read()).toEqual({ done: false, value: 'first\r\n' })
  finishResponse()
  expect(await reader?.read()).toEqual({ done: false, value: 'last\r\n' })
  expect(await reader?.read()).toMatchObject({ done: true })
})

test('streams a request body before it is complete', async () => {
  const url = new URL(await startFor())
  let finish: () => void = () => undefined
  respond = answerJson
  const read = new Promise<void>((resolve) => {
    backEnd.once('request', (incoming: IncomingMessage) => incoming.once('data', () => resolve()))
  })
  const status = new Promise<number | undefined>((resolve, reject) => {
    const sending = request(
      { host: url.hostname, port: url.port, path: '/api/v0/import/report', method: 'POST' },
      (response) => {
        response.resume()
        resolve(response.statusCode)
      },
    )
    sending.on('error', reject)
    sending.write('one')
    finish = () => sending.end('two')
  })
  await read
  finish()
  expect([await status, body]).toEqual([200, 'onetwo'])
})

test.each(['before', 'in'] as const)(
  'a client that disconnects %s the response aborts the request at the back end',
  async (when) => {
    const closed = new Promise<void>((resolve) => {
      respond = (_, response) => {
        response.once('close', resolve)
        if (when === 'in') response.write('first')
      }
    })
    const controller = new AbortController()
    const asked = new Promise<void>((resolve) => {
      backEnd.once('request', () => resolve())
    })
    const received = fetch(`${await startFor()}/api/v0/cohort/downloadstream`, { signal: controller.signal })
    const outcome = received.then((response) => response.text()).catch(() => 'aborted')
    if (when === 'in') await received
    else await asked
    controller.abort()
    await closed
    expect(await outcome).toBe('aborted')
  },
)

test('a file broken off at the back end is broken off here, and never looks complete', async () => {
  respond = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' })
    response.write('first\r\n', () => response.destroy())
  }
  const file = fetch(`${await startFor()}/api/v0/cohort/downloadstream`).then((received) => received.text())
  await expect(file).rejects.toThrow(/terminated|fetch failed/)
})

test('refuses a file of unknown length over HTTP/1.0, where a truncated one would look complete', async () => {
  respond = (_, response) => {
    response.setHeader('content-disposition', 'attachment; filename="x.csv"')
    response.write('first\r\n', () => response.destroy())
  }
  const request = 'GET /api/v0/cohort/downloadstream HTTP/1.0\r\n\r\n'
  expect(await bytesUntilClosed(await startFor(), request)).toMatch(/^HTTP\/1\.1 426 Upgrade Required\r\n/)
})

test('returns one plain message for an unreachable or silent back end', async () => {
  const nowhere = await startFor({ apiUrl: new URL('http://127.0.0.1:9') })
  const absent = await fetch(`${nowhere}/api/v0/version`)
  expect([absent.status, await absent.json()]).toEqual([502, { message: 'The back end cannot be reached.' }])

  respond = () => undefined
  const silent = await fetch(`${await startFor({ answerMilliseconds: 50 })}/api/v0/version`)
  expect([silent.status, await silent.json()]).toEqual([502, { message: 'The back end did not answer in time.' }])
})

test('serves the page with the address of the external login', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'front-end-'))
  await writeFile(join(directory, 'index.html'), '<html><head><title>page</title></head></html>')
  const configuration = readConfiguration({
    PORT: '0',
    API_URL: backEndUrl.href,
    EXTERNAL_AUTH_URL: 'https://login.example.org/?a="b"&back={return}',
  })
  const { apiUrl } = configuration
  if (apiUrl === null) throw new Error('API_URL was not read.')
  const server = await startProxy({ configuration, apiUrl, log: SILENT, clientDirectory: directory })
  for (const path of ['/', '/index.html', '/cohorts/12']) {
    const received = await fetch(`${server.address}${path}`)
    expect(await received.text()).toBe(
      '<html><head><meta name="external-login" content="https://login.example.org/?a=&quot;b&quot;&amp;back={return}" /><title>page</title></head></html>',
    )
    expect(received.headers.get('content-security-policy')).toContain(`script-src 'self'`)
  }
  await server.stop()
  await rm(directory, { recursive: true })
})

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
