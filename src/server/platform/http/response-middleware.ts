import { promisify } from 'node:util'
import { constants, gzip, gzipSync } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'
import type { Log, Clock } from '#server/platform/process/runtime.ts'
import { createPause } from '#server/platform/scheduling/yield.ts'

/** Rows of a list, and cells of a table, that take a few milliseconds. */
const ROWS_AT_ONCE = 500
const CELLS_AT_ONCE = 50_000

/**
 * The bytes of JSON.stringify, with pauses within the long lists of an answer: the largest have megabytes, and other
 * requests would wait.
 */
export async function jsonInPieces(answer: object): Promise<Buffer<ArrayBuffer>> {
  if (Array.isArray(answer) || !Object.values(answer).some(isLongList)) return Buffer.from(JSON.stringify(answer))
  const pause = createPause()
  const pieces: Buffer[] = []
  const write = (text: string) => void pieces.push(Buffer.from(text))
  let before = '{'
  for (const [name, value] of Object.entries(answer)) {
    // JSON.stringify leaves it out too.
    if (value === undefined) continue
    write(`${before}${JSON.stringify(name)}:`)
    before = ','
    if (isLongList(value)) await writeList(value, write, pause)
    else write(JSON.stringify(value))
  }
  write('}')
  return Buffer.concat(pieces)
}

function isLongList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > rowsAtOnce(value)
}

function rowsAtOnce([first]: readonly unknown[]): number {
  const cells = Array.isArray(first) ? first.length : 0
  return Math.max(1, Math.min(ROWS_AT_ONCE, Math.floor(CELLS_AT_ONCE / Math.max(1, cells))))
}

async function writeList(
  list: readonly unknown[],
  write: (text: string) => void,
  pause: () => Promise<void>,
): Promise<void> {
  let before = '['
  const some = rowsAtOnce(list)
  for (let start = 0; start < list.length; start += some) {
    await pause()
    write(`${before}${JSON.stringify(list.slice(start, start + some)).slice(1, -1)}`)
    before = ','
  }
  write(']')
}

/** A path may have 16 kB; anonymous requests could fill the disk with log lines. */
const PATH_LENGTH_MAX = 200

/** Logs one line a response. Query strings are omitted: they show a user's searches. */
export function accessLog(log: Log, clock: Clock): MiddlewareHandler {
  return async (context, next) => {
    const start = clock()
    await next()
    const { method } = context.req
    const path = context.req.path.slice(0, PATH_LENGTH_MAX)
    log.info({ method, path, status: context.res.status, milliseconds: clock() - start }, 'answered')
  }
}

/** Smaller bodies fit into one packet. */
const PACKET_BYTES = 1_400
/** Fastest level: most of the gain at a tenth of the time. */
const FASTEST = { level: constants.Z_BEST_SPEED }
const compressAside = promisify(gzip)
/** Bytes that compress in under half a millisecond; a worker thread takes longer to start. */
const SYNCHRONOUS_BYTES_MAX = 65_536

/**
 * An answer as JSON, compressed like other responses but before it is a body: as one, megabytes would be copied several
 * times.
 */
export async function jsonResponse(context: Context, answer: object): Promise<Response> {
  const whole = await jsonInPieces(answer)
  const headers = { 'content-type': 'application/json' }
  if (whole.byteLength <= PACKET_BYTES || !acceptsGzip(context)) return context.body(whole, 200, headers)
  return context.body(await compress(whole), 200, { ...headers, 'content-encoding': 'gzip', vary: VARY })
}

/**
 * Compresses JSON larger than one packet. Files keep their length, for progress bars. No BREACH attack: no response
 * holds a secret beside caller input.
 */
export const compressedResponses: MiddlewareHandler = async (context, next) => {
  await next()
  const { headers, body } = context.res
  const isPlainJson =
    headers.get('content-type')?.startsWith('application/json') === true &&
    !headers.has('content-disposition') &&
    !headers.has('content-encoding')
  if (!isPlainJson || body === null) return
  context.header('vary', VARY, { append: true })
  if (!acceptsGzip(context)) return
  const whole = Buffer.from(await context.res.arrayBuffer())
  const isWorthIt = whole.byteLength > PACKET_BYTES
  context.res = new Response(isWorthIt ? await compress(whole) : whole, context.res)
  if (!isWorthIt) return
  context.header('content-encoding', 'gzip')
  context.header('content-length', undefined)
}

const VARY = 'accept-encoding'

function acceptsGzip({ req }: Context): boolean {
  return /\bgzip\b/.test(req.header('accept-encoding') ?? '')
}

function compress(whole: Buffer): Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>> {
  return whole.byteLength <= SYNCHRONOUS_BYTES_MAX ? gzipSync(whole, FASTEST) : compressAside(whole, FASTEST)
}

/** Hono runs the GET handler for HEAD and drops the body unread, which would keep its queries and its download slot. */
export const cancelBodyOfHead: MiddlewareHandler = async (context, next) => {
  await next()
  if (context.req.method === 'HEAD') await context.res.body?.cancel()
}
