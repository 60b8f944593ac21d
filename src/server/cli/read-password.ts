import { createInterface } from 'node:readline'
import { createInterface as createAsker } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CommandFailure, type Streams } from '#server/cli/command.ts'
import { breachedPasswordsOf } from '#server/platform/configuration/configuration.ts'
import { refusedPassword } from '#server/platform/security/breached-passwords.ts'

/** Typed twice at the terminal, or one line of standard input. */
export type PasswordSource = 'terminal' | 'input'

export async function readPassword(streams: Streams, source: PasswordSource): Promise<string> {
  if (source === 'terminal' && streams.input.isTTY !== true) {
    throw new CommandFailure('There is no terminal to ask for the password; pass it with --password-stdin.')
  }
  const password = source === 'input' ? await firstLine(streams) : await askTwice(streams)
  const problem = await refusedPassword(breachedPasswordsOf(streams.environment), password)
  if (problem !== null) throw new CommandFailure(problem)
  return password
}

async function firstLine({ input }: Streams): Promise<string> {
  const lines = createInterface({ input })
  for await (const line of lines) return line
  return ''
}

async function askTwice(streams: Streams): Promise<string> {
  const password = await askHidden(streams, 'Password')
  const again = await askHidden(streams, 'Password again')
  if (password !== again) throw new CommandFailure('The two passwords differ.')
  return password
}

/** Reads a line without echo. */
async function askHidden(streams: Streams, label: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const asker = createAsker({ input: streams.input, output: nowhere, terminal: true })
  const cancelled = new AbortController()
  // Ctrl+C and Ctrl+D.
  asker.on('SIGINT', () => cancelled.abort())
  asker.on('close', () => cancelled.abort())
  streams.out(`${label}:`)
  try {
    return await asker.question('', { signal: cancelled.signal })
  } catch {
    throw new CommandFailure('Nothing was changed.')
  } finally {
    asker.close()
  }
}
