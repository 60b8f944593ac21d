import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'

/** The built server and command-line tools, each as a child process. */
export interface BuiltTools {
  readonly run: (words: readonly string[], environment: Environment, input?: string) => Promise<Ended>
  /** The same as program and arguments. */
  readonly commandLine: (words: readonly string[]) => string[]
  readonly start: (
    environment: Environment,
    before?: readonly string[],
    line?: RegExp,
  ) => Promise<{ readonly url: string; readonly child: ChildProcess }>
  readonly serve: (environment: Environment, before?: readonly string[]) => Promise<Ended>
  readonly remove: () => void
}

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly error: string
}

type Environment = Readonly<Record<string, string>>

/** The bundle resolves its packages from here. */
const BUILT = resolve('node_modules/.cache/built-tools')

/** Builds from the sources, in a private folder: concurrent tests build too. */
export async function buildTools(): Promise<BuiltTools> {
  mkdirSync(BUILT, { recursive: true })
  const outDir = mkdtempSync(join(BUILT, 'of-'))
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      rollupOptions: { input: { main: 'src/server/main.ts', cli: 'src/server/cli/main.ts' } },
    },
  })
  const tool = `import(${JSON.stringify(join(outDir, 'cli.js'))}).then(async ({ main }) => {
    const [name, ...words] = process.argv.slice(1)
    process.exitCode = await main(name, words)
  })`
  const withDefaults = (environment: Environment) => ({
    ...process.env,
    PORT: '0',
    LOG_LEVEL: 'error',
    DEMO_SCALE: '0.001',
    ...environment,
  })
  const commandLine = (words: readonly string[]) => [process.execPath, '-e', tool, '--', ...words]
  const serverLine = (before: readonly string[]) => [...before, process.execPath, join(outDir, 'main.js')]
  return {
    commandLine,
    remove: () => rmSync(outDir, { recursive: true, force: true }),
    run: (words, environment, input = '') => {
      const [program = '', ...rest] = commandLine(words)
      const child = spawn(program, rest, { env: withDefaults(environment) })
      child.stdin.end(input)
      return endOf(child)
    },
    serve: (environment, before = []) => {
      const [program = '', ...rest] = serverLine(before)
      return endOf(spawn(program, rest, { env: withDefaults(environment) }))
    },
    start: async (environment, before = [], line = /Listening on (http:\S+)/) => {
      const [program = '', ...rest] = serverLine(before)
      const child = spawn(program, rest, { env: withDefaults(environment) })
      return { child, url: await addressOf(child, line) }
    },
  }
}

function endOf(child: ChildProcess): Promise<Ended> {
  let [out, error] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (error += chunk.toString()))
  return new Promise((done) => {
    child.once('close', (code) => done({ code, out: out.trimEnd(), error: error.trimEnd() }))
  })
}

function addressOf(child: ChildProcess, line: RegExp): Promise<string> {
  return new Promise((done, fail) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const address = line.exec(output)?.[1]
      if (address !== undefined) done(address)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('close', () => fail(new Error(`The server ended before it listened.\n${output}`)))
  })
}
