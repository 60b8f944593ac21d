import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { version, type Versions } from '#contract/session.ts'
import { API_PREFIX, APP_VERSION, FRONT_END_VERSION } from '#domain/limits.ts'
import { createApp } from '#server/app/create-app.ts'
import { takeCommands } from '#server/cli/control-socket.ts'
import { trackProgress, type Progress, type Report } from '#server/demo/progress.ts'
import { minimumCellWarning } from '#server/disclosure/guard/disclosure-control.ts'
import type { Configuration } from '#server/platform/configuration/configuration.ts'
import type { Settings } from '#server/platform/configuration/settings.ts'
import { clearScratchFolder } from '#server/platform/db/data-folder.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createHealthCheck, watchHealth, WATCHED_LIMIT_MILLISECONDS } from '#server/platform/db/health-check.ts'
import { trimMemory } from '#server/platform/db/memory-trim.ts'
import { endWrites } from '#server/platform/db/write-lock.ts'
import { onlyAllowedHosts } from '#server/platform/http/allowed-hosts.ts'
import { noStore, securityHeaders } from '#server/platform/http/browser-security.ts'
import type { App } from '#server/platform/http/caller.ts'
import { listen } from '#server/platform/http/listen.ts'
import { serveFrontEnd } from '#server/platform/http/static-files.ts'
import type { Log } from '#server/platform/process/runtime.ts'
import { serverKeysIn } from '#server/platform/security/secret-key.ts'
import { keepChain } from '#server/store/audit/keep-chain.ts'
import { requireRelease } from '#server/store/releases/releases.ts'
import { keepTrash } from '#server/store/retention.ts'
import { endImport } from '#server/store/running-import.ts'

export interface RunningServer {
  /** For example http://127.0.0.1:8080 */
  readonly address: string
  /** Resolves once its data exist. */
  readonly database: Promise<Database>
  readonly progress: () => Progress
  /** Refuses new requests, waits for open ones, and checkpoints the database file. */
  readonly stop: () => Promise<void>
}

export interface ServerOptions {
  readonly configuration: Configuration
  /** The database, or a function that creates its data while the server already shows the progress. */
  readonly database: Database | ((report: Report) => Promise<Database>)
  readonly log: Log
  readonly clientDirectory: string
  /** Ends the process where the server cannot recover. */
  readonly giveUp?: () => void
}

/** Grace period of writes after the last response. */
const WRITES_GRACE_MILLISECONDS = 3_000

/** Listens at once; the API works as soon as the data exist. */
export async function startServer({
  configuration,
  database: databaseSource,
  log,
  clientDirectory,
  giveUp = () => undefined,
}: ServerOptions): Promise<RunningServer> {
  const {
    capabilities,
    requiresSecondFactor,
    isBreached,
    engineMemory,
    accessRequestUrl,
    isTrustedProxy,
    minimumCell,
  } = configuration
  const { sealKey, auditKey, traceKey } = serverKeysIn(configuration.dataDirectory, configuration.secretKey)
  // A malformed key file would fail at the first use only.
  await Promise.all([sealKey, auditKey, traceKey].map((key) => key.read()))
  const { report, current } = trackProgress(Date.now)
  const waiting = createWaitingApp(current, { accessRequestUrl })
  serveFrontEnd(waiting, clientDirectory)
  let app = waiting
  const stopping = new AbortController()
  const openFor = (database: Database): App => {
    const opened = createApp({
      database,
      clock: Date.now,
      random: randomBytes,
      log,
      capabilities,
      requiresSecondFactor,
      isBreached,
      sealKey,
      traceKey,
      tracesDownloads: configuration.tracesDownloads,
      minimumCell,
      engineMemory,
      accessRequestUrl,
      trashDays: configuration.trashDays,
      isTrustedProxy,
      readAheadUntil: stopping.signal,
    })
    serveFrontEnd(opened, clientDirectory)
    return opened
  }
  let ready: Database | null = null
  let watches: readonly { readonly stop: () => void }[] = []
  let takeNoMoreCommands = () => {}
  let stopTrash = () => {}
  let stopChain = () => Promise.resolve()
  const begin = async (database: Database): Promise<Database> => {
    const warning = await database.withConnection((connection) => minimumCellWarning(connection, minimumCell))
    if (warning !== null) log.warn(warning)
    await requireRelease(database, Date.now())
    takeNoMoreCommands = await takeCommands({ database, auditKey, traceKey, log })
    const { auditDays, auditCheckpoints: checkpointFile, trashDays } = configuration
    stopChain = keepChain(database, { key: auditKey, checkpointFile, days: auditDays, clock: Date.now, log })
    stopTrash = keepTrash(database, { days: trashDays, clock: Date.now, log })
    app = openFor(database)
    ready = database
    // A restart does not repair a remote database.
    if (database.kind === 'DuckDB') {
      const isHealthy = createHealthCheck(database, WATCHED_LIMIT_MILLISECONDS)
      watches = [watchHealth(isHealthy, log, giveUp), trimMemory(database)]
    }
    return database
  }
  if (typeof databaseSource !== 'function') await begin(databaseSource)
  const listening = await listen(
    onlyAllowedHosts((...request) => app.fetch(...request), configuration),
    configuration,
  )
  return {
    address: listening.address,
    database:
      typeof databaseSource === 'function' ? databaseSource(report).then(begin) : Promise.resolve(databaseSource),
    progress: current,
    stop: async () => {
      stopping.abort()
      for (const watch of watches) watch.stop()
      takeNoMoreCommands()
      stopTrash()
      if (ready !== null) endImport(ready)
      await listening.drain()
      // The next start deletes incomplete data.
      if (ready === null) return
      // Background writes, such as prefetched counts, must not run after the end.
      const ended = endWrites(ready)
      // Abort queries of clients that have left.
      const graceTimer = setTimeout(() => void ready?.endCalls(), WRITES_GRACE_MILLISECONDS)
      // In PostgreSQL another server may hold the write lock for a whole import.
      if (ready.kind === 'DuckDB') await ended
      clearTimeout(graceTimer)
      await ready.endCalls()
      await stopChain()
      await checkpoint(ready, log)
      ready.close()
      await clearScratchFolder(ready.path)
    },
  }
}

/** Optional: committed changes are in the write-ahead log and read at the next start. */
async function checkpoint(database: Database, log: Log): Promise<void> {
  try {
    await database.flush()
  } catch (error) {
    log.warn({ error: error instanceof Error ? error.message : '' }, 'no checkpoint')
  }
}

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
  { done, total, secondsLeft }: Progress,
  { accessRequestUrl }: Pick<Settings, 'accessRequestUrl'>,
): Versions {
  return {
    diverapp: APP_VERSION,
    diverweb: FRONT_END_VERSION,
    diverRPC: APP_VERSION,
    db_procs: '',
    db_edit: '',
    capabilities: [],
    stats: { individuals: 0, placeholders: null, forms: 0, studies: 0, collections: 0 },
    release: null,
    progress: { done, of: total, seconds_left: secondsLeft },
    access_request_url: accessRequestUrl,
    demo_accounts: [],
  }
}
