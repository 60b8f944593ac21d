import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context } from 'hono'
import { EXTERNAL_LOGIN_META } from '#domain/external-login.ts'
import { GUIDE_PATH } from '#domain/guide.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { PDF_SECURITY_POLICY } from '#server/platform/http/browser-security.ts'
import type { App } from '#server/platform/http/caller.ts'

const ASSETS = '/assets/'
/** File names of assets contain a content hash. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
const ASK_AGAIN = 'no-cache'

interface FrontEndSettings {
  /** Login page of another identity provider, instead of the form. */
  readonly externalAuthUrl?: string | null
}

/** Serves the built front end: its files, and index.html for every other path. */
export function serveFrontEnd(app: App, directory: string, { externalAuthUrl = null }: FrontEndSettings = {}): void {
  const files = serveStatic({
    root: directory,
    precompressed: true,
    onFound: (_, context) => {
      context.header('cache-control', context.req.path.startsWith(ASSETS) ? IMMUTABLE : ASK_AGAIN)
      if (context.req.path === GUIDE_PATH) context.header('content-security-policy', PDF_SECURITY_POLICY)
    },
  })
  const page = async (context: Context) => {
    const written = await readFile(join(directory, 'index.html'), 'utf8')
    return context.html(withLogin(written, externalAuthUrl), 200, { 'cache-control': ASK_AGAIN })
  }
  app.get('*', async (context, next) => (isPage(context.req.path) ? page(context) : files(context, next)))
  app.get('*', async (context, next) => (isScreen(context.req.path) ? page(context) : next()))
}

function isPage(path: string): boolean {
  return path === '/' || path === '/index.html'
}

function isScreen(path: string): boolean {
  return !path.startsWith(ASSETS) && path !== API_PREFIX && !path.startsWith(`${API_PREFIX}/`)
}

/** Writes the login URL into the page: the client may redirect before its first request. */
function withLogin(page: string, externalAuthUrl: string | null): string {
  if (externalAuthUrl === null) return page
  const meta = `<meta name="${EXTERNAL_LOGIN_META}" content="${escaped(externalAuthUrl)}" />`
  return page.replace('<head>', () => `<head>${meta}`)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
