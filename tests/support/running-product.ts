import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'

/** The built product, running as a process of its own on a port and a data folder of its own. */
export interface RunningProduct {
  readonly url: string
  readonly dataFolder: string
  readonly pid: number
  /** Milliseconds from its start until it listened. */
  readonly startTime: number
  /** Milliseconds from its start until its data can be asked for: on a first start they are made before that. */
  readonly readyTime: Promise<number>
  readonly stop: () => Promise<void>
}

export interface Preparation {
  /** Starts on an empty folder, and is there as soon as the page is: the data are still being made. */
  readonly isFirstStart?: boolean
  /** Further variables of its environment; with API_URL among them it has no data of its own. */
  readonly environment?: Readonly<Record<string, string>>
  /** A data folder to begin with a copy of. */
  readonly copyOf?: string
  /** A folder to import before the start. */
  readonly importFolder?: string
  /** The account made for it, which reads the collections named. */
  readonly account?: { readonly username: string; readonly password: string; readonly collections: readonly string[] }
}

const STARTED = /Listening on (http:\/\/127\.0\.0\.1:\d+)/
const MAKING = /Making the synthetic data; (http:\/\/127\.0\.0\.1:\d+)/

/** Prepares a data folder, starts the built server on it and waits until it says where it listens. */
export async function startProduct({
  isFirstStart = false,
  environment = {},
  copyOf = process.env['MADE_DATA'],
  importFolder,
  account,
}: Preparation = {}): Promise<RunningProduct> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'diver-'))
  // The synthetic data are the same every time, so they are made once and copied.
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
  // It may be stopped before.
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
