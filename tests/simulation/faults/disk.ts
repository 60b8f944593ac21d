import { writtenOf, type Statement } from '#server/platform/db/sql.ts'

/** The state of the disk below the database. */
export interface Disk {
  state: 'works' | 'full' | 'read-only'
  /** Statements that fail next by an error of the device. */
  readErrors: number
  /** The commits whose results are lost next, as by a fail-over of the database. */
  lostCommits: number
}

export function createDisk(): Disk {
  return { state: 'works', readErrors: 0, lostCommits: 0 }
}

/** Messages of DuckDB's errors; of a full disk it reports no other part. */
const MESSAGES = {
  full: 'IO Error: Could not write file "diver.duckdb.wal": No space left on device',
  'read-only': 'IO Error: Could not write file "diver.duckdb.wal": Read-only file system',
}

/** A commit fails on a full or read-only disk, like DuckDB's. Its result may be lost after it was done. */
export async function onDisk<Result>(disk: Disk, statement: Statement, call: () => Promise<Result>): Promise<Result> {
  const { text } = writtenOf(statement)
  if (text === 'COMMIT') return commitOn(disk, call)
  if (disk.readErrors > 0 && text !== 'ROLLBACK') {
    disk.readErrors--
    throw new Error('IO Error: Could not read from file "diver.duckdb": Input/output error')
  }
  return call()
}

async function commitOn<Result>(disk: Disk, commit: () => Promise<Result>): Promise<Result> {
  if (disk.state !== 'works') throw new Error(MESSAGES[disk.state])
  const result = await commit()
  if (disk.lostCommits === 0) return result
  disk.lostCommits--
  throw new Error('Connection terminated unexpectedly')
}
