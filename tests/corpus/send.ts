import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { API_PREFIX } from '#domain/limits.ts'
import type { CorpusRequest } from '#tests/corpus/corpus-request.ts'
import { normalisedHeaders } from '#tests/corpus/normalise.ts'
import { contentOf, entriesOf, type Exchange } from '#tests/corpus/recording.ts'

/** Repeated at most so many times, 0.1 s apart. */
const REPEATS_MAX = 600
const PAUSE_MILLISECONDS = 100

const PLACE = /<(\w+)>/g
const WHOLE_PLACE = /^<(\w+)>$/

interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

/** Sends the requests of a scenario in order, with one session cookie for each account. */
export class Sender {
  readonly #url: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #cookies = new Map<string, string>()
  readonly #saved = new Map<string, string | number>()

  constructor(url: string) {
    this.#url = url
  }

  async exchange(scenario: string, asked: CorpusRequest): Promise<Exchange> {
    if (asked.computes !== undefined) {
      const [name, value] = asked.computes
      this.#saved.set(name, value(this.#saved))
    }
    const { status, headers, bytes } = await this.#repeated(asked)
    if (asked.saves !== undefined) this.#save(asked.saves, bytes)
    const isZip = headers['content-type'] === 'application/zip'
    const entries = isZip ? entriesOf(bytes) : undefined
    return {
      request: `${scenario}: ${described(asked)}`,
      status,
      headers: normalisedHeaders(headers),
      body: contentOf(entries === undefined ? bytes : Buffer.from(Object.keys(entries).join('\n'))),
      ...(entries !== undefined && { entries }),
    }
  }

  close(): void {
    this.#agent.destroy()
  }

  async #repeated(asked: CorpusRequest): Promise<Reply> {
    for (let times = 1; ; times++) {
      const reply = await this.#send(asked)
      if (asked.until === undefined || asked.until.test(reply.bytes.toString())) return reply
      if (times === REPEATS_MAX) throw new Error(`${described(asked)} never matched ${asked.until.source}.`)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS))
    }
  }

  #send({ as, method, path, body, headers = {}, isPage = false }: CorpusRequest): Promise<Reply> {
    const content =
      typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(this.#filled(body))
    const cookie = this.#cookies.get(as)
    const sent = {
      ...(content !== undefined && { 'content-type': 'application/json' }),
      ...(content !== undefined &&
        headers['transfer-encoding'] === undefined && { 'content-length': String(Buffer.byteLength(content)) }),
      ...(cookie !== undefined && { cookie }),
      ...headers,
    }
    const address = new URL(`${isPage ? '' : API_PREFIX}${this.#inPath(path)}`, this.#url)
    return new Promise((resolve, reject) => {
      const request = httpRequest(address, { method, headers: sent, agent: this.#agent }, (response) => {
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => pieces.push(piece))
        response.once('error', reject)
        response.once('end', () => {
          const [cookie] = response.headers['set-cookie']?.[0]?.split(';') ?? []
          if (cookie !== undefined) this.#cookies.set(as, cookie)
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(pieces) })
        })
      })
      // The server may refuse a body before it is complete.
      request.once('error', reject)
      request.end(content)
    })
  }

  /** A body with saved values inserted; unknown ones stay visible in the response. */
  #filled(body: unknown): unknown {
    if (Array.isArray(body)) return body.map((item) => this.#filled(item))
    if (typeof body === 'object' && body !== null) {
      return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, this.#filled(value)]))
    }
    const name = typeof body === 'string' ? WHOLE_PLACE.exec(body)?.[1] : undefined
    return name === undefined ? body : (this.#saved.get(name) ?? body)
  }

  #inPath(path: string): string {
    return path.replaceAll(PLACE, (place, name: string) => String(this.#saved.get(name) ?? place))
  }

  #save(saves: Readonly<Record<string, string>>, bytes: Buffer): void {
    const body = parsed(bytes)
    for (const [name, path] of Object.entries(saves)) {
      const value = path.split('.').reduce(fieldOf, body)
      if (typeof value === 'string' || typeof value === 'number') this.#saved.set(name, value)
      else this.#saved.delete(name)
    }
  }
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.entries(value).find(([key]) => key === name)?.[1]
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

/** Characters of a body in a request's description. */
const BODY_SHOWN = 600

function described({ as, method, path, body, headers }: CorpusRequest): string {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  const shown = text.length <= BODY_SHOWN ? text : `${text.slice(0, BODY_SHOWN)}… (${text.length} characters)`
  const added = headers === undefined ? '' : ` ${JSON.stringify(headers)}`
  return `${as} ${method} ${path} ${shown}${added}`.trimEnd()
}
