import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'

/** The built product as a child process with its own port and data folder. */
export interface RunningProduct {
  readonly url: string
  readonly dataFolder: string
  readonly pid: number
  /** Milliseconds from start to listening. */
  readonly startTime: number
  readonly readyTime: Promise<number>
  readonly stop: () => Promise<void>
}

export interface Preparation {
  /** Starts on an empty folder, and resolves while the data are being created. */
  readonly isFirstStart?: boolean
  /** Environment variables; with API_URL it has no data. */
  readonly environment?: Readonly<Record<string, string>>
  /** A data folder to copy. */
  readonly copyOf?: string
  /** A folder to import before the start. */
  readonly importFolder?: string
  /** The account to create, with its collections. */
  readonly account?: { readonly username: string; readonly password: string; readonly collections: readonly string[] }
}

const STARTED = /Listening on (http:\/\/127\.0\.0\.1:\d+)/
const MAKING = /Making the synthetic data; (http:\/\/127\.0\.0\.1:\d+)/

/** Prepares a data folder, starts the built server and waits until it listens. */
export async function startProduct({
  isFirstStart = false,
  environment = {},
  copyOf = process.env['MADE_DATA'],
  importFolder,
  account,
}: Preparation = {}): Promise<RunningProduct> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'diver-'))
  // Synthetic data are deterministic: created once and copied.
  const isCopied = copyOf !== undefined && importFolder === undefined && !isFirstStart && !environment['API_URL']
  if (isCopied) cpSync(copyOf, dataFolder, { recursive: true })
  const env = {
    ...process.env,
    DATA_DIR: dataFolder,
    PORT: '0',
    LOG_LEVEL: 'warn',
    ...environmentOfStart(),
    DEMO_SCALE: '0.02',
    ...environment,
  }
  if (importFolder !== undefined) runTool(['src/server/cli/run.mjs', 'import', importFolder], env)
  if (account !== undefined) {
    const args = ['src/server/cli/run.mjs', 'user', 'add', account.username, '--password-stdin']
    runTool([...args, '--collections', account.collections.join(',')], env, `${account.password}\n`)
  }
  const begun = performance.now()
  const server = spawn('node', ['src/server/start.mjs'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const readyTime = addressOf(server, STARTED).then(() => performance.now() - begun)
  readyTime.catch(() => undefined)
  const url = await addressOf(server, isFirstStart ? MAKING : STARTED)
  return {
    url,
    dataFolder,
    pid: server.pid ?? Number.NaN,
    startTime: performance.now() - begun,
    readyTime,
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

function runTool(args: string[], env: NodeJS.ProcessEnv, input = ''): void {
  const { status, stdout, stderr } = spawnSync('node', args, { env, input, encoding: 'utf8' })
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}\n${stdout}\n${stderr}`)
}

function addressOf(server: ChildProcess, line: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    server.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const address = line.exec(output)?.[1]
      if (address !== undefined) resolve(address)
    })
    server.once('exit', (code) => reject(new Error(`The server ended with ${code} before it listened.\n${output}`)))
  })
}

const Package = v.object({ scripts: v.object({ start: v.string() }) })

/** The variables that `npm start` sets. */
function environmentOfStart(): Record<string, string> {
  const { scripts } = v.parse(Package, JSON.parse(readFileSync('package.json', 'utf8')))
  return Object.fromEntries(
    Array.from(scripts.start.matchAll(/(\w+)=(\d+)/g), ([, name = '', value = '']) => [name, value]),
  )
}
