import { Hono } from 'hono'
import { API_PREFIX, APP_VERSION, FRONT_END_VERSION } from '#domain/limits.ts'
import { version } from '#contract/session.ts'
import type { Versions } from '#contract/versions.ts'
import type { App } from '#server/platform/http/caller.ts'
import type { Progress } from '#server/demo/progress.ts'
import { noStore, securityHeaders } from '#server/platform/http/security-headers.ts'
import type { Settings } from '#server/platform/configuration/settings.ts'

const TRY_AGAIN_SECONDS = '2'

/** Serves the progress while the data are created; every other request gets 503. */
export function createWaitingApp(progress: () => Progress, settings: Pick<Settings, 'accessRequestUrl'>): App {
  const app: App = new Hono()
  app.use(securityHeaders)
  app.use(noStore)
  app.get(`${API_PREFIX}${version.path}`, (context) => context.json(versionsSoFar(progress(), settings)))
  const tooEarly = () =>
    Response.json(
      { message: 'The data are still being made. Please try again in a moment.' },
      { status: 503, headers: { 'retry-after': TRY_AGAIN_SECONDS } },
    )
  app.all(`${API_PREFIX}/*`, tooEarly)
  app.all('/codebooks/*', tooEarly)
  return app
}

function versionsSoFar(
  { done, of, secondsLeft }: Progress,
  { accessRequestUrl }: Pick<Settings, 'accessRequestUrl'>,
): Versions {
  return {
    diverapp: APP_VERSION,
    diverweb: FRONT_END_VERSION,
    diverRPC: APP_VERSION,
    db_procs: '',
    db_edit: '',
    capabilities: [],
    stats: { individuals: 0, forms: 0, studies: 0, collections: 0 },
    progress: { done, of, seconds_left: secondsLeft },
    access_request_url: accessRequestUrl,
    demo_accounts: [],
  }
}
