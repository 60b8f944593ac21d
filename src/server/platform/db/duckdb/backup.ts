import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, open, readdir, rename, rm, mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import * as v from 'valibot'
import { databasePathIn, isDiskFull } from '#server/platform/db/data-folder.ts'
import { rowsOf, type Connection, type Database } from '#server/platform/db/database.ts'
import { changeCountFileOf } from '#server/platform/db/duckdb/change-count.ts'
import { duckDbConnection } from '#server/platform/db/duckdb/connection.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { SCHEMA_VERSION } from '#server/platform/db/migrations/schema.ts'
import { quoted, sqlText } from '#server/platform/db/sql.ts'

const OWNER_ALONE = 0o600

/** Copies a snapshot of the database to a new file. The file appears only when it is complete. */
export async function copyDatabase(database: Database, path: string): Promise<void> {
  // A private folder, because the file's mode can only be set after its creation.
  await removeLeftOver(dirname(path))
  const folder = await mkdtemp(join(dirname(path), `.backup-${process.pid}-`))
  try {
    const made = join(folder, 'copy')
    await database.withConnection((connection) => copyInto(connection, made))
    await chmod(made, OWNER_ALONE)
    await flush(made)
    await rename(made, path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes unfinished backups of dead processes, not of running ones. */
async function removeLeftOver(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid] = /^\.backup-(\d+)-/.exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(folder, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function copyInto(connection: Connection, path: string): Promise<void> {
  const Name = v.object({ name: v.string() })
  const [current] = await rowsOf(connection, Name, `SELECT current_database() AS name`)
  // Attached databases are visible to all connections, and two copies may run at once.
  const name = `copy_${randomBytes(8).toString('hex')}`
  await connection.run(`ATTACH ${sqlText(path)} AS ${name}`)
  try {
    await connection.run(`COPY FROM DATABASE ${quoted(current?.name ?? '')} TO ${name}`)
    await connection.run(`CHECKPOINT ${name}`)
  } finally {
    await connection.run(`DETACH ${name}`)
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

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
  // This file counts acknowledged changes of the old database.
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
