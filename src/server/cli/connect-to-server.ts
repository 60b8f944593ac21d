import { connect, type Socket } from 'node:net'
import { CommandFailure } from '#server/cli/command-failure.ts'
import { controlPathIn } from '#server/cli/control-path.ts'

/** The server that runs on a data folder, or null where none does. */
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
      // A server that was killed leaves its socket behind.
      else resolve(null)
    })
  })
}
