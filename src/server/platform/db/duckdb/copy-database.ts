import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { rowsOf, type Connection, type Database } from '#server/platform/db/database.ts'
import { quoted } from '#server/platform/db/sql.ts'

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

/** A path as an SQL literal: ATTACH takes no parameters. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
