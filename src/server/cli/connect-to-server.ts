import { connect, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { CommandFailure } from '#server/cli/command.ts'

/** Connects to the server of a data folder; null where none runs. */
export function connectToServer(dataFolder: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(controlPathIn(dataFolder))
    socket.once('connect', () => {
      socket.removeAllListeners('error')
      resolve(socket)
    })
    socket.once('error', (error) => {
      const code = 'code' in error ? error.code : ''
      if (code === 'EACCES') reject(new CommandFailure('Only the owner of the data folder may do this.'))
      // A killed server leaves its socket file behind.
      else resolve(null)
    })
  })
}

/** Fails with the message if a server runs on the data folder. */
export async function requireNoServer(dataFolder: string, message: string): Promise<void> {
  const server = await connectToServer(dataFolder)
  server?.destroy()
  if (server !== null) throw new CommandFailure(message)
}

/** Path of the server's control socket. Only the owner of the data folder may open it. */
function controlPathIn(dataFolder: string): string {
  return join(dataFolder, 'control.sock')
}

/** The same for a database file; null without a folder, or where the path is too long for a socket. */
export function controlPathOf(databasePath: string): string | null {
  const path = controlPathIn(dirname(databasePath))
  return databasePath === ':memory:' || Buffer.byteLength(path) > LONGEST ? null : path
}

/** Maximum bytes of a socket path on all systems (macOS: 104). */
const LONGEST = 100
