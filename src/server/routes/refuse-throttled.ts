import { callerOf } from '#server/http/caller.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Incoming } from '#server/http/route-for.ts'

/** Counts an attempt with a password as failed until it succeeds; refuses it where none is left, and writes that down. */
export function refuseThrottled<Input>(
  { context, services: { throttle, settings, log } }: Incoming<Input>,
  username: string,
): void {
  const { address } = callerOf(context, settings)
  const wait = throttle.attempt(username, address)
  if (wait === null) return
  log.warn({ address, path: context.req.path, wait }, 'too many failed passwords')
  throw new Refusal(429, 'Too many failed logins. Please try again later.', {
    headers: { 'retry-after': String(wait) },
  })
}
