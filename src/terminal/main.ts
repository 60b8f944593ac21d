import process from 'node:process'
import { parseArgs } from 'node:util'
import { COMMANDS, usage, usageOf } from '#terminal/commands.ts'
import { connect, notSignedIn } from '#terminal/connect.ts'
import { EXIT, TerminalFailure, type Exit, type Streams } from '#terminal/context.ts'
import { readSettings, serverOf } from '#terminal/settings.ts'

const PROCESS: Streams = {
  input: process.stdin,
  output: process.stdout,
  error: process.stderr,
  environment: process.env,
  platform: process.platform,
}

const OPTIONS = {
  json: { type: 'boolean', default: false },
  in: { type: 'string' },
  by: { type: 'string' },
  project: { type: 'string' },
  output: { type: 'string', short: 'o' },
  as: { type: 'string' },
  limit: { type: 'string' },
  server: { type: 'string' },
  remove: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** `diver`: the workspace at the command line. Returns the exit code. */
export async function main(words: readonly string[], streams: Streams = PROCESS): Promise<Exit> {
  try {
    return await run(words, streams)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const isMisused = 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
    if (!isMisused && !(error instanceof TerminalFailure)) throw error
    streams.error.write(`${error.message}\n`)
    return error instanceof TerminalFailure ? error.exit : EXIT.misused
  }
}

async function run(words: readonly string[], streams: Streams): Promise<Exit> {
  const { values, positionals } = parseArgs({ args: [...words], allowPositionals: true, options: OPTIONS })
  const [name, ...rest] = positionals
  const command = COMMANDS.find((one) => one.name === name)
  if (command === undefined) {
    const isAsked = values.help || name === undefined || name === 'help'
    if (!isAsked) throw new TerminalFailure(`There is no command ${name}.\n\n${usage()}`, EXIT.misused)
    streams.output.write(`${usage()}\n`)
    return EXIT.done
  }
  if (values.help) {
    streams.output.write(`${usageOf(command)}\n`)
    return EXIT.done
  }
  const required = command.words.filter((word) => !word.startsWith('['))
  if (rest.length < required.length || rest.length > command.words.length) {
    throw new TerminalFailure(usageOf(command), EXIT.misused)
  }
  const { server: typed, ...options } = values
  const kept = await readSettings({
    ...streams,
    environment: { ...streams.environment, ...(typed !== undefined && { DIVER_SERVER: serverOf(typed) }) },
  })
  // Without a server, too, which no login has named.
  if (kept.token === null && !command.isOpen) throw notSignedIn()
  const { signal } = new AbortController()
  return command.run({ ...streams, ...connect(kept.server, kept.token), server: kept.server, options, signal }, rest)
}
