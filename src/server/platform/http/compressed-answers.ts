import { promisify } from 'node:util'
import { constants, gzip, gzipSync } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'

/** Less takes one packet anyway. */
const WORTH_IT = 1_400
/** The quickest: most of what there is to gain, at a tenth of the time. */
const QUICKLY = { level: constants.Z_BEST_SPEED }
const compressAside = promisify(gzip)
/** Bytes that are compressed in less than half a millisecond: to hand them to another thread takes longer than that. */
const SMALL = 65_536

/**
 * Sends JSON of more than a packet compressed to who takes it so. Files keep their length, by which progress is told.
 * No answer holds a secret beside what its caller chose, so that its length tells nothing.
 */
export const compressedAnswers: MiddlewareHandler = async (context, next) => {
  await next()
  const { headers, body } = context.res
  const isPlainJson =
    headers.get('content-type')?.startsWith('application/json') === true &&
    !headers.has('content-disposition') &&
    !headers.has('content-encoding')
  if (!isPlainJson || body === null) return
  context.header('vary', 'accept-encoding', { append: true })
  if (!/\bgzip\b/.test(context.req.header('accept-encoding') ?? '')) return
  const whole = Buffer.from(await context.res.arrayBuffer())
  const isWorthIt = whole.byteLength > WORTH_IT
  context.res = new Response(isWorthIt ? await compress(whole) : whole, context.res)
  if (!isWorthIt) return
  context.header('content-encoding', 'gzip')
  context.header('content-length', undefined)
}

function compress(whole: Buffer): Buffer | Promise<Buffer> {
  return whole.byteLength <= SMALL ? gzipSync(whole, QUICKLY) : compressAside(whole, QUICKLY)
}
