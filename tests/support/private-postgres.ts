import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'

/** A temporary PostgreSQL server on a socket. */
export interface PrivatePostgres {
  readonly psql: (script: string) => Promise<string>
  readonly urlOf: (database: string) => string
  /** The folder of its socket. */
  readonly folder: string
  /** Ends all its processes at once, as a crash does. */
  readonly crash: () => Promise<void>
  /** Starts it, after a crash too. */
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

export interface PostgresOptions {
  readonly locale?: string
  readonly settings?: readonly string[]
  /** The folder of PostgreSQL's programs; by default Debian's newest. */
  readonly programs?: string
}

const DEBIAN = '/usr/lib/postgresql'
const NOT_THERE = 'PostgreSQL is not installed; on Debian: apt-get install -y postgresql-15'
const SETTINGS = [
  'listen_addresses=',
  'fsync=off',
  'full_page_writes=off',
  'shared_buffers=1GB',
  'work_mem=64MB',
  'maintenance_work_mem=1GB',
  'max_wal_size=8GB',
  'effective_cache_size=8GB',
  'random_page_cost=1.1',
  'jit=off',
]
/** Of databases that no test keeps: without any wait for the disk. */
export const TEST_SETTINGS = [
  'listen_addresses=',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'shared_buffers=256MB',
  'max_connections=400',
  'autovacuum=off',
]
const MAXIMUM_OUTPUT = 64 * 1024 * 1024
const STARTS_WITHIN = 30_000

/** Whether PostgreSQL is installed. */
export function isPostgresInstalled(): boolean {
  return existsSync(DEBIAN) && readdirSync(DEBIAN).length > 0
}

/** Debian's folders of each version. */
function programFolder(): string {
  const [newest] = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : []
  if (newest === undefined) throw new Error(NOT_THERE)
  return join(DEBIAN, newest, 'bin')
}

/** PostgreSQL refuses to run as root: use the package's user. */
function owner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (what: string) => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

export async function startPrivatePostgres({
  locale = 'C',
  settings = SETTINGS,
  programs = programFolder(),
}: PostgresOptions = {}): Promise<PrivatePostgres> {
  const runAs = owner()
  const folder = mkdtempSync(join(tmpdir(), 'diver-postgres-'))
  if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(folder, runAs.uid, runAs.gid)
  chmodSync(folder, 0o755)
  const data = join(folder, 'data')
  const options = { ...runAs, cwd: folder, encoding: 'utf8' as const }
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'diver', '-A', 'trust', '-E', 'UTF8', `--locale=${locale}`, '--no-sync'],
    options,
  )
  const flags = settings.flatMap((setting) => ['-c', setting])
  let server: ChildProcess | null = null
  const psql = async (script: string) => {
    const running = promisify(execFile)(
      join(programs, 'psql'),
      ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-h', folder, '-U', 'diver', '-d', 'postgres', '-f', '-'],
      { maxBuffer: MAXIMUM_OUTPUT, encoding: 'utf8' },
    )
    // Without a server psql ends early; its exit code shows that.
    running.child.stdin?.on('error', () => undefined)
    running.child.stdin?.end(script)
    return (await running).stdout
  }
  const end = async (signal: NodeJS.Signals) => {
    if (server !== null) await ended(server, signal)
    server = null
  }
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  // Ctrl+C ends the process without a call of stop.
  const endWithProcess = () => {
    server?.kill('SIGQUIT')
    removeFolder()
  }
  process.once('exit', endWithProcess)
  const stop = async () => {
    process.off('exit', endWithProcess)
    // Its data are removed, so it need not write them.
    await end('SIGQUIT')
    removeFolder()
  }
  const start = async () => {
    server = spawn(join(programs, 'postgres'), ['-D', data, '-k', folder, ...flags], { ...runAs, stdio: 'ignore' })
    await untilAnswers(psql)
  }
  try {
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  const urlOf = (database: string) => `postgres://diver@localhost/${database}?host=${encodeURIComponent(folder)}`
  return { psql, urlOf, folder, crash: () => end('SIGQUIT'), start, stop }
}

async function untilAnswers(psql: PrivatePostgres['psql']): Promise<void> {
  const begun = Date.now()
  for (;;) {
    try {
      await psql('SELECT 1')
      return
    } catch (error) {
      if (Date.now() - begun > STARTS_WITHIN) throw error
      await setTimeout(100)
    }
  }
}

async function ended(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null) return
  const exit = new Promise((resolve) => server.once('exit', resolve))
  server.kill(signal)
  await exit
}
