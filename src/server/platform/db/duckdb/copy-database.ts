import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { rowsOf, type Connection, type Database } from '#server/platform/db/database.ts'
import { quoted } from '#server/platform/db/sql.ts'

const OWNER_ALONE = 0o600

/** Copies the database as it is at one moment into a new file, which is there once it is whole. */
export async function copyDatabase(database: Database, path: string): Promise<void> {
  // A folder that is its owner's alone, since the file's own rights can be set only after it is made.
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

/** Removes what a process that was killed left of a backup; one that still runs may be at it. */
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
    // Another user's process cannot be signalled, but it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function copyInto(connection: Connection, path: string): Promise<void> {
  const Name = v.object({ name: v.string() })
  const [current] = await rowsOf(connection, Name, `SELECT current_database() AS name`)
  // What is attached is so for all connections; two copies may be made at once.
  const name = `copy_${randomBytes(8).toString('hex')}`
  await connection.run(`ATTACH ${sqlText(path)} AS ${name}`)
  try {
    await connection.run(`COPY FROM DATABASE ${quoted(current?.name ?? '')} TO ${name}`)
    await connection.run(`CHECKPOINT ${name}`)
  } finally {
    await connection.run(`DETACH ${name}`)
  }
}

/** A path as SQL text: ATTACH takes no parameters. */
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
