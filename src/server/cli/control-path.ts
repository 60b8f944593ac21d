import { dirname, join } from 'node:path'

/** Path of the server's control socket. Only the owner of the data folder may open it. */
export function controlPathIn(dataFolder: string): string {
  return join(dataFolder, 'control.sock')
}

/** The same for a database file; null without a folder, or where the path is too long for a socket. */
export function controlPathOf(databasePath: string): string | null {
  const path = controlPathIn(dirname(databasePath))
  return databasePath === ':memory:' || Buffer.byteLength(path) > LONGEST ? null : path
}

/** Maximum bytes of a socket path on all systems (macOS: 104). */
const LONGEST = 100
