import { mkdir, stat, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { ConfigurationError } from '#server/platform/configuration/configuration.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'

export function databasePathIn(folder: string): string {
  return join(folder, 'diver.duckdb')
}

/**
 * Opens the database of the data folder and creates both if they are missing. Throws a ConfigurationError with the
 * reason.
 */
export async function openDataFolder(folder: string): Promise<Database> {
  await requireFolder(folder)
  const path = databasePathIn(folder)
  try {
    const database = await openDatabase(path)
    // The database lock excludes other servers from the folder.
    await clearScratchFolder(path)
    return database
  } catch (error) {
    if (isLocked(error)) throw error
    throw new ConfigurationError('DATA_DIR', `"${path}" cannot be opened as a database (${reasonOf(error)})`)
  }
}

/** Opens a PostgreSQL database; the data folder holds scratch files. */
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

/** Whether another process has opened the database file: DuckDB allows one. */
export function isLocked(error: unknown): boolean {
  return error instanceof Error && /Could not set lock|being used by another process/i.test(error.message)
}

/** Recursive `mkdir` never returns where a parent forbids creation, such as /proc. */
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

/** Scratch folder: beside the database file, or the system's temporary folder for a database in memory. */
export function scratchFolderOf(databasePath: string): string {
  return databasePath === ':memory:' ? tmpdir() : join(dirname(databasePath), 'scratch')
}

/** Deletes scratch files, at shutdown and at start after a crash. */
export async function clearScratchFolder(databasePath: string): Promise<void> {
  if (databasePath === ':memory:') return
  await rm(scratchFolderOf(databasePath), { recursive: true, force: true })
}

const MESSAGES = /No space left on device|File too large|Disk quota exceeded/i

/** Whether a write failed because the disk was full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && MESSAGES.test(error.message)
}
