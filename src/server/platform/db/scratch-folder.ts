import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Where files lie while they are made: beside the database, or where it is in memory, where the system puts such files. */
export function scratchFolderOf(databasePath: string): string {
  return databasePath === ':memory:' ? tmpdir() : join(dirname(databasePath), 'scratch')
}

/** Throws away what a server left in a data folder: when it ends, and at its start where it was killed before. */
export async function clearScratchFolder(databasePath: string): Promise<void> {
  if (databasePath === ':memory:') return
  await rm(scratchFolderOf(databasePath), { recursive: true, force: true })
}
