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

/** A file cannot be restored; the message goes on from the file's name. */
export class BackupRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BackupRefused'
  }
}

/**
 * Puts a backup in the place of the database of a data folder. It is read from beginning to end into a file beside it,
 * which then takes its place, so that a damaged one is noticed and a stop at any moment leaves the one or the other.
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
    // Brings a backup of an older version up.
    const restored = await openDatabase(made)
    await restored.flush()
    restored.close()
    await free()
  } catch (error) {
    await free().catch(() => undefined)
    await remove(made)
    throw error
  }
  // What was closed in order leaves no log; that of a damaged file must not be read into the new one.
  await rm(`${path}.wal`, { force: true })
  // It counts what was acknowledged of the database that was there.
  await rm(changeCountFileOf(path), { force: true })
  await rm(changeCountFileOf(made), { force: true })
  await rename(made, path)
}

/** Keeps others from the database meanwhile; one that cannot be opened is the more reason to restore. */
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
