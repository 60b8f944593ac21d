import { mkdir, stat, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { ConfigurationError } from '#server/platform/configuration/configuration.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { tmpdir } from 'node:os'

/** The database file of a data folder. */
export function databasePathIn(folder: string): string {
  return join(folder, 'diver.duckdb')
}

/** Opens the database of the data folder, making both where they are missing. A ConfigurationError says why it cannot. */
export async function openDataFolder(folder: string): Promise<Database> {
  await requireFolder(folder)
  const path = databasePathIn(folder)
  try {
    const database = await openDatabase(path)
    // Only now is nobody else at work in the folder.
    await clearScratchFolder(path)
    return database
  } catch (error) {
    if (isLocked(error)) throw error
    throw new ConfigurationError('DATA_DIR', `"${path}" cannot be opened as a database (${reasonOf(error)})`)
  }
}

/** Opens a PostgreSQL database, with the data folder for what is made for a while. */
export async function openBeside(url: string, folder: string): Promise<Database> {
  await requireFolder(folder)
  const { openPostgreSql } = await import('#server/platform/db/postgres/open.ts')
  return openPostgreSql(url, folder)
}

async function requireFolder(folder: string): Promise<void> {
  try {
    await makeFolder(resolve(folder))
  } catch (error) {
    throw new ConfigurationError('DATA_DIR', `"${folder}" is no folder and cannot be made one (${reasonOf(error)})`)
  }
}

/** Whether another process has the database file: DuckDB lets one have it. */
export function isLocked(error: unknown): boolean {
  return error instanceof Error && /Could not set lock|being used by another process/i.test(error.message)
}

/** `mkdir` can do it alone, but never ends where a folder admits none, such as /proc. */
async function makeFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (found?.isDirectory()) return
  if (dirname(path) !== path) await makeFolder(dirname(path))
  await mkdir(path)
}

function reasonOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return line.replace(/[.!]$/, '')
}

/** Where files lie while they are made: beside the database, or where it is in memory, where the system puts such files. */
export function scratchFolderOf(databasePath: string): string {
  return databasePath === ':memory:' ? tmpdir() : join(dirname(databasePath), 'scratch')
}

/** Throws away what a server left in a data folder: when it ends, and at its start where it was killed before. */
export async function clearScratchFolder(databasePath: string): Promise<void> {
  if (databasePath === ':memory:') return
  await rm(scratchFolderOf(databasePath), { recursive: true, force: true })
}

const SAYINGS = /No space left on device|File too large|Disk quota exceeded/i

/** Whether something could not be written for want of room. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && SAYINGS.test(error.message)
}
