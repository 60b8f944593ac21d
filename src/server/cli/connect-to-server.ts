import { connect, type Socket } from 'node:net'
import { CommandFailure } from '#server/cli/command-failure.ts'
import { controlPathIn } from '#server/cli/control-path.ts'

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
