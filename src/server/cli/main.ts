import type { Socket } from 'node:net'
import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import { restore } from '#server/cli/backup.ts'
import { CommandFailure, PROCESS_STREAMS, type Streams } from '#server/cli/command.ts'
import { commandNamed, runCommand } from '#server/cli/commands.ts'
import { connectToServer } from '#server/cli/connect-to-server.ts'
import { framesOf, FromServer, sendFrame, type TypedCommand } from '#server/cli/control-socket.ts'
import { dataFolderOf, serverKeysFor, withDatabase } from '#server/cli/data-folder.ts'
import { load } from '#server/cli/postgres.ts'
import { readPassword } from '#server/cli/read-password.ts'
import { verify } from '#server/cli/verify.ts'
import { signingKeyOf } from '#server/platform/security/signing-key.ts'
import { chainEntries } from '#server/store/audit/chain.ts'

/**
 * `npm run import`, `user`, `backup`, `audit`, `trace`, `restore`, `load`, `citus`, `verify`. A running server of the data folder runs the
 * command, because one process holds the database file. Returns the exit code.
 */
export function main(name: string, words: readonly string[], streams: Streams = PROCESS_STREAMS): Promise<number> {
  return runCommand(streams, async () => {
    if (name === 'restore') return restore(words, streams)
    if (name === 'load') return load(words, streams)
    if (name === 'verify') return verify(words, streams)
    const command = commandNamed(name)
    if (command === null) throw new CommandFailure(`There is no command ${name}.`)
    const work = command(words)
    const typed = { folder: resolve('.'), typedBy: userInfo().username }
    // Ctrl+C ends the process; uncommitted changes are lost.
    const { signal } = new AbortController()
    const server = await connectToServer(dataFolderOf(streams))
    if (server !== null) return runRemotely(server, { name, words: [...words], ...typed }, streams)
    const terminal = { out: streams.out, askPassword: (source: 'terminal' | 'input') => readPassword(streams, source) }
    const { auditKey, traceKey } = serverKeysFor(streams)
    await withDatabase(streams, async (database) => {
      await work({ database, auditKey, traceKey, signal, ...typed, ...terminal })
      // A command makes no key: with PostgreSQL the servers may have another.
      const key = await auditKey.read()
      if (key !== null) await chainEntries(database, signingKeyOf(key), Date.now())
    })
  })
}

/** Runs a command in the running server; prints its output and answers its prompts. */
async function runRemotely(server: Socket, command: TypedCommand, streams: Streams): Promise<void> {
  try {
    sendFrame(server, { kind: 'run', ...command })
    for await (const frame of framesOf(server, FromServer)) {
      if (frame.kind === 'out') streams.out(frame.text)
      if (frame.kind === 'ask') {
        sendFrame(server, { kind: 'password', password: await readPassword(streams, frame.source) })
      }
      if (frame.kind === 'end') {
        if (frame.failure !== null) throw new CommandFailure(frame.failure)
        return
      }
    }
    throw new CommandFailure('The server stopped before the command was done.')
  } finally {
    server.destroy()
  }
}
