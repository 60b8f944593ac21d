import { existsSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { DuckDBInstance, version } from '@duckdb/node-api'
import { acknowledgedChanges, openChangeCount, requireAcknowledged } from '#server/platform/db/duckdb/change-count.ts'
import { transaction, type Database, type Connection } from '#server/platform/db/database.ts'
import { duckDbConnection } from '#server/platform/db/duckdb/connection.ts'
import { createRunningCalls } from '#server/platform/db/duckdb/running-calls.ts'
import { migrate } from '#server/platform/db/migrations/migrate.ts'
import { leased } from '#server/platform/db/scope.ts'
import { totalmem } from 'node:os'

/** The name of the database in memory that stands beside the file's; it begins empty. */
export const MEMORY = 'in_memory'

/** Nothing is fetched or loaded at run time: what is needed is built in. */
const WITHOUT_EXTENSIONS = { autoinstall_known_extensions: 'false', autoload_known_extensions: 'false' }

/** Opens the database file (or ":memory:") and brings it up to this version. Throws on a file of a newer one. */
export async function openDatabase(path: string): Promise<Database> {
  await requireWholeLog(path)
  const instance = await DuckDBInstance.create(path, { ...WITHOUT_EXTENSIONS, memory_limit: memoryLimitFor(path) })
  // A kill leaves there what was put down for want of memory: rows of the data. Whoever has the file has it too.
  if (path !== ':memory:') await rm(`${path}.tmp`, { recursive: true, force: true })
  const calls = createRunningCalls()
  const connect = async () => duckDbConnection(await instance.connect(), calls)
  const pool = createConnectionPool(connect)
  const changes = await pool.lend(async (connection) => {
    if (path !== ':memory:') await requireAcknowledged(connection, path)
    await transaction(connection, (own) => migrate(own))
    return path === ':memory:' ? null : openChangeCount(connection, path)
  })
  const database: Database = {
    path,
    kind: 'DuckDB',
    version: `DuckDB ${version()}`,
    hasMemoryBeside: true,
    changes,
    connect,
    withConnection: pool.lend,
    // One process has the file, and takes one turn after the other.
    withLockedConnection: pool.lend,
    flush: () => pool.lend(async (connection) => void (await connection.run('FORCE CHECKPOINT'))),
    fitMemory: () =>
      pool.lend(async (connection) => void (await connection.run(`SET memory_limit = '${memoryLimitFor(path)}'`))),
    memoryLimit: () => memoryLimitOf(path),
    endCalls: calls.end,
    close: () => {
      pool.close()
      changes?.close()
      instance.closeSync()
    },
  }
  await database.withConnection((connection) => connection.run(`ATTACH ':memory:' AS ${MEMORY}`))
  return database
}

/** Replays the log without writing first: once the file is open for writing, a damaged log is gone. */
async function requireWholeLog(path: string): Promise<void> {
  if (!existsSync(`${path}.wal`) || acknowledgedChanges(path) === 0) return
  const instance = await DuckDBInstance.create(path, { ...WITHOUT_EXTENSIONS, access_mode: 'READ_ONLY' })
  const connection = duckDbConnection(await instance.connect())
  try {
    await requireAcknowledged(connection, path)
  } finally {
    connection.close()
    instance.closeSync()
  }
}

/** Idle connections that stay open. */
const IDLE_MAX = 8

export interface ConnectionPool {
  readonly lend: <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>
  readonly close: () => void
}

/** Lends each connection to one piece of work at a time, and opens another where all are lent. */
export function createConnectionPool(connect: () => Promise<Connection>): ConnectionPool {
  const idle: Connection[] = []
  let isClosed = false
  return {
    lend: async (work) => {
      const connection = idle.pop() ?? (await connect())
      try {
        return await work(leased(connection))
      } finally {
        if (isClosed || idle.length >= IDLE_MAX) connection.close()
        else idle.push(connection)
      }
    },
    close: () => {
      isClosed = true
      for (const connection of idle.splice(0)) connection.close()
    },
  }
}

const MEGABYTE = 1024 * 1024

const AT_LEAST = 416 * MEGABYTE

/** Of the bytes of the file: what is asked for most stays in memory, and there is room to count beside it. */
const OF_FILE = 1.5

const OF_MACHINE = 0.8

/** How many bytes the database may take: whatever is asked, it puts down on the disk what is more, or refuses. */
export function memoryLimitOf(path: string): number {
  const size = path === ':memory:' ? 0 : (statSync(path, { throwIfNoEntry: false })?.size ?? 0)
  return Math.min(Math.max(AT_LEAST, OF_FILE * size), OF_MACHINE * totalmem())
}

/** The same as the database's setting. */
function memoryLimitFor(path: string): string {
  return `${Math.round(memoryLimitOf(path) / MEGABYTE)}MiB`
}

/** Whether something failed because it would have taken more. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && error.message.includes('Out of Memory')
}
