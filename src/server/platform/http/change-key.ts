import type { Context } from 'hono'
import { CHANGE_KEY } from '#contract/endpoint.ts'
import { malformed } from '#server/platform/http/refusal.ts'

const KEY = /^[\w-]{16,64}$/

/** The key that a caller gave a change, with what it is to do; null where there is none. */
export function changeKeyOf(context: Context, action: string): string | null {
  const key = context.req.header(CHANGE_KEY)
  if (key === undefined) return null
  if (!KEY.test(key)) throw malformed([{ path: CHANGE_KEY, message: 'A key is 16 to 64 letters, digits, - or _.' }])
  return `${action} ${key}`
}
