import { rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { CommandFailure } from '#server/cli/command-failure.ts'
import { commandNamed } from '#server/cli/commands.ts'
import { framesOf, sendFrame, ToServer } from '#server/cli/frames.ts'
import { isExpected } from '#server/cli/run-command.ts'
import type { Log } from '#server/platform/process/runtime.ts'
import { controlPathOf } from '#server/cli/control-path.ts'
import type { Database } from '#server/platform/db/database.ts'

const OWNER_ALONE = 0o177

/** Runs commands of the data folder's owner in the server. The returned function stops it. */
export async function takeCommands(database: Database, log: Log): Promise<() => void> {
  const path = controlPathOf(database.path)
  if (path === null) return () => undefined
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    void serveCommand(database, socket, log)
  })
  // This process holds the database, so an existing socket file is stale.
  await rm(path, { force: true })
  await new Promise<void>((resolve) => {
    const before = process.umask(OWNER_ALONE)
    server.listen(path, resolve)
    server.on('error', (error) => {
      log.warn({ error: error.message }, 'the command line cannot reach this server')
      resolve()
    })
    process.umask(before)
  })
  return () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}

async function serveCommand(database: Database, socket: Socket, log: Log): Promise<void> {
  const frames = framesOf(socket, ToServer)
  let failure: string | null = null
  const gone = new AbortController()
  socket.once('close', () => gone.abort())
  try {
    const first = await frames.next()
    if (first.done === true || first.value.kind !== 'run') return
    const { name, words, folder, typedBy } = first.value
    const command = commandNamed(name)
    if (command === null) throw new CommandFailure(`There is no command ${name}.`)
    await command(words)({
      database,
      folder,
      typedBy,
      signal: gone.signal,
      out: (text) => sendFrame(socket, { kind: 'out', text }),
      askPassword: async (source) => {
        sendFrame(socket, { kind: 'ask', source })
        const answer = await frames.next()
        if (answer.done === true || answer.value.kind !== 'password') throw new CommandFailure('Nothing was changed.')
        return answer.value.password
      },
    })
  } catch (error) {
    if (!isExpected(error) && !gone.signal.aborted)
      log.error({ error: error instanceof Error ? error.stack : '' }, 'command failed')
    failure = error instanceof Error ? error.message : String(error)
  }
  if (!socket.destroyed) socket.end(`${JSON.stringify({ kind: 'end', failure })}\n`)
}
