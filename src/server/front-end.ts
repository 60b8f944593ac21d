import { serveStatic } from '@hono/node-server/serve-static'
import { API_PREFIX } from '#domain/limits.ts'
import type { App } from '#server/app.ts'

const ASSETS = '/assets/'
/** The name of an asset changes with its content. */
const FOR_EVER = 'public, max-age=31536000, immutable'
const ASK_AGAIN = 'no-cache'

/** Serves the built front end: its files, and at every other address the page that makes a screen of the address. */
export function serveFrontEnd(app: App, directory: string): void {
  app.get(
    '*',
    serveStatic({
      root: directory,
      onFound: (_, context) =>
        context.header('cache-control', context.req.path.startsWith(ASSETS) ? FOR_EVER : ASK_AGAIN),
    }),
  )
  const page = serveStatic({
    root: directory,
    path: 'index.html',
    onFound: (_, context) => context.header('cache-control', ASK_AGAIN),
  })
  app.get('*', async (context, next) => (isScreen(context.req.path) ? page(context, next) : next()))
}

function isScreen(path: string): boolean {
  return !path.startsWith(ASSETS) && path !== API_PREFIX && !path.startsWith(`${API_PREFIX}/`)
}
