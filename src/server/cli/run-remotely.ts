import type { Socket } from 'node:net'
import { CommandFailure, type Streams } from '#server/cli/command.ts'
import { framesOf, FromServer, sendFrame, type TypedCommand } from '#server/cli/control-socket.ts'
import { readPassword } from '#server/cli/read-password.ts'

/** Runs a command in the running server; prints its output and answers its prompts. */
export async function runRemotely(server: Socket, command: TypedCommand, streams: Streams): Promise<void> {
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
