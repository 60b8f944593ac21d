import { dirname, join } from 'node:path'

/** Where the running server takes commands; only the owner of the data folder may open it. */
export function controlPathIn(dataFolder: string): string {
  return join(dataFolder, 'control.sock')
}

/** The same of a database file; null where it has no folder, or one whose path the system cuts off. */
export function controlPathOf(databasePath: string): string | null {
  const path = controlPathIn(dirname(databasePath))
  return databasePath === ':memory:' || Buffer.byteLength(path) > LONGEST ? null : path
}

/** Bytes of a socket's path that every system takes whole. */
const LONGEST = 100
