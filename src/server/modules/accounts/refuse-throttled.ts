import { callerOf } from '#server/platform/http/caller.ts'
import type { AccountServices } from '#server/modules/accounts/services.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Incoming } from '#server/platform/http/route-for.ts'

/** Key of the count that ignores the address. */
export const ANYWHERE = 'anywhere'

/** Counts an attempt with a password as failed until it succeeds; beyond the limit, refuses and audits it. */
export function refuseThrottled<Input>(
  { context, services: { throttle, settings, log } }: Incoming<Input, AccountServices>,
  username: string,
  countedAt?: typeof ANYWHERE,
): void {
  const { address } = callerOf(context, settings)
  const wait = throttle.attempt(username, countedAt ?? address)
  if (wait === null) return
  log.warn({ address, path: context.req.path, wait }, 'too many failed passwords or codes')
  throw new Refusal(429, 'Too many failed logins. Please try again later.', {
    headers: { 'retry-after': String(wait) },
  })
}
