import type { serve } from '@hono/node-server'
import type { Configuration } from '#server/platform/configuration/configuration.ts'

type Fetch = Parameters<typeof serve>[0]['fetch']

/**
 * Refuses requests for other hosts: in DNS rebinding a page of another site reaches this server under its own name, and
 * the browser takes both for one site.
 */
export function onlyAllowedHosts(
  fetch: Fetch,
  { isAllowedHost, isTrustedProxy }: Pick<Configuration, 'isAllowedHost' | 'isTrustedProxy'>,
): Fetch {
  return (request, env) => {
    const { hostname } = new URL(request.url)
    const isFromProxy = isTrustedProxy(env.incoming.socket.remoteAddress ?? '')
    if (isAllowedHost(hostname, isFromProxy)) return fetch(request, env)
    const message = `This server does not answer for ${hostname}. Its operator names hosts in ALLOWED_HOSTS.`
    return Response.json({ message }, { status: 421, headers: { 'cache-control': 'no-store' } })
  }
}
