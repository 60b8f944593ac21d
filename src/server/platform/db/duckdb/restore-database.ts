import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import * as v from 'valibot'
import { changeCountFileOf } from '#server/platform/db/duckdb/change-count.ts'
import { sqlText } from '#server/platform/db/duckdb/copy-database.ts'
import { databasePathIn, isDiskFull } from '#server/platform/db/data-folder.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { duckDbConnection } from '#server/platform/db/duckdb/connection.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { SCHEMA_VERSION } from '#server/platform/db/migrations/schema.ts'

/** The message continues after the file name. */
export class BackupRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BackupRefused'
  }
}

/**
 * Replaces the database of a data folder by a backup. The backup is read completely into a new file, then renamed:
 * damage is detected first, and a crash leaves the old or the new database.
 */
export async function restoreDatabase(backup: string, folder: string): Promise<void> {
  await stat(backup).catch(() => refuse('is not there.'))
  const path = databasePathIn(folder)
  const made = `${path}.restoring`
  await mkdir(dirname(path), { recursive: true })
  await remove(made)
  const free = await holdDatabase(path)
  try {
    await copyBackup(backup, made)
    // Migrates a backup of an older version.
    const restored = await openDatabase(made)
    await restored.flush()
    restored.close()
    await free()
  } catch (error) {
    await free().catch(() => undefined)
    await remove(made)
    throw error
  }
  // A clean shutdown leaves no log. A log of the old database must not be replayed into the new one.
  await rm(`${path}.wal`, { force: true })
  // It counts acknowledged changes of the old database.
  await rm(changeCountFileOf(path), { force: true })
  await rm(changeCountFileOf(made), { force: true })
  await rename(made, path)
}

/** Locks the database during the restore. A database that cannot be opened does not prevent it. */
async function holdDatabase(path: string): Promise<() => Promise<void>> {
  const isThere = (await stat(path).catch(() => null)) !== null
  if (!isThere) return () => Promise.resolve()
  const instance = await DuckDBInstance.create(path).catch((error: unknown) => {
    if (/lock|used by another process/i.test(String(error))) throw error
    return null
  })
  let isHeld = instance !== null
  return async () => {
    if (!isHeld) return
    isHeld = false
    const connection = await instance?.connect()
    try {
      await connection?.run('FORCE CHECKPOINT')
    } finally {
      connection?.closeSync()
      instance?.closeSync()
    }
  }
}

async function copyBackup(backup: string, made: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = duckDbConnection(await instance.connect())
  try {
    await connection
      .run(`ATTACH ${sqlText(backup)} AS backup (READ_ONLY)`)
      .catch(() => refuse('is no backup, or a damaged one: it cannot be opened as a database.'))
    await refuseNewer(connection)
    await connection.run(`ATTACH ${sqlText(made)} AS made`)
    await connection.run(`COPY FROM DATABASE backup TO made`).catch((error: unknown) => {
      if (isDiskFull(error)) throw error
      refuse(`is damaged: ${firstLine(error)}`)
    })
    await connection.run(`DETACH made`)
  } finally {
    connection.close()
    instance.closeSync()
  }
}

async function refuseNewer(connection: Connection): Promise<void> {
  const Version = v.object({ value: v.string() })
  const sql = `SELECT value FROM backup.meta WHERE name = 'schema_version'`
  const [version] = await rowsOf(connection, Version, sql).catch(() => refuse('is no backup of this program.'))
  if (!version) refuse('is no backup of this program.')
  if (Number(version.value) <= SCHEMA_VERSION) return
  refuse(`was made by a newer version of this program (${version.value}; this one reads ${SCHEMA_VERSION}).`)
}

async function remove(path: string): Promise<void> {
  for (const file of [path, `${path}.wal`, changeCountFileOf(path)]) await rm(file, { force: true })
}

function refuse(message: string): never {
  throw new BackupRefused(message)
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}
