import { rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import * as v from 'valibot'
import { CommandFailure, type CommandContext } from '#server/cli/command.ts'
import { commandNamed, isExpected } from '#server/cli/commands.ts'
import { controlPathOf } from '#server/cli/connect-to-server.ts'
import type { Log } from '#server/platform/process/runtime.ts'

const OWNER_ALONE = 0o177

export interface CommandServices extends Pick<CommandContext, 'database' | 'auditKey' | 'traceKey'> {
  readonly log: Log
}

/** Runs commands of the data folder's owner in the server. The returned function stops it. */
export async function takeCommands(services: CommandServices): Promise<() => void> {
  const { database, log } = services
  const path = controlPathOf(database.path)
  if (path === null) return () => undefined
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    void serveCommand(services, socket)
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

async function serveCommand({ database, auditKey, traceKey, log }: CommandServices, socket: Socket): Promise<void> {
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
      auditKey,
      traceKey,
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

const ToServer = v.variant('kind', [
  v.object({
    kind: v.literal('run'),
    name: v.string(),
    words: v.array(v.string()),
    folder: v.string(),
    typedBy: v.string(),
  }),
  v.object({ kind: v.literal('password'), password: v.string() }),
])

export type TypedCommand = Omit<Extract<v.InferOutput<typeof ToServer>, { kind: 'run' }>, 'kind'>

export const FromServer = v.variant('kind', [
  v.object({ kind: v.literal('out'), text: v.string() }),
  v.object({ kind: v.literal('ask'), source: v.picklist(['terminal', 'input']) }),
  v.object({ kind: v.literal('end'), failure: v.nullable(v.string()) }),
])

/** Writes one line of JSON. */
export function sendFrame(socket: Socket, frame: v.InferOutput<typeof ToServer> | v.InferOutput<typeof FromServer>) {
  socket.write(`${JSON.stringify(frame)}\n`)
}

/** Parses the incoming lines of JSON. Throws on an invalid line. */
export async function* framesOf<Schema extends v.GenericSchema>(
  socket: Socket,
  schema: Schema,
): AsyncGenerator<v.InferOutput<Schema>, undefined> {
  for await (const line of createInterface({ input: socket })) yield v.parse(schema, JSON.parse(line))
}
