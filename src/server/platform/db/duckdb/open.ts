import { existsSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { DuckDBInstance, version } from '@duckdb/node-api'
import { transaction, type Database, type Connection } from '#server/platform/db/database.ts'
import { acknowledgedChanges, openChangeCount, requireAcknowledged } from '#server/platform/db/duckdb/change-count.ts'
import { duckDbConnection, createRunningCalls, type RunningCalls } from '#server/platform/db/duckdb/connection.ts'
import { migrate } from '#server/platform/db/migrations/schema.ts'
import { leased, settled } from '#server/platform/db/scope.ts'

/** Name of the attached in-memory database. */
export const MEMORY = 'in_memory'

/** No downloads at run time: all required extensions are built in. */
const WITHOUT_EXTENSIONS = { autoinstall_known_extensions: 'false', autoload_known_extensions: 'false' }

/** Some results are wrong with this optimizer (DuckDB 1.5.5; see the handbook's decisions). */
const WITHOUT_WRONG_RESULTS = { disabled_optimizers: 'common_subplan' }

/** Opens and migrates the database file (or ":memory:"). Throws if its version is newer. */
export async function openDatabase(path: string): Promise<Database> {
  await requireWholeLog(path)
  const instance = await DuckDBInstance.create(path, {
    ...WITHOUT_EXTENSIONS,
    ...WITHOUT_WRONG_RESULTS,
    memory_limit: memoryLimitFor(path),
  })
  // A crash leaves spilled rows of the data there. The database lock excludes other users of the folder.
  if (path !== ':memory:') await rm(`${path}.tmp`, { recursive: true, force: true })
  const calls = createRunningCalls()
  const { connect, close } = connections(instance, calls)
  const pool = createConnectionPool(connect)
  const changes = await pool.lease(async (connection) => {
    if (path !== ':memory:') await requireAcknowledged(connection, path)
    await transaction(connection, (begun) => migrate(begun))
    return path === ':memory:' ? null : openChangeCount(connection, path)
  })
  const database: Database = {
    path,
    kind: 'DuckDB',
    version: `DuckDB ${version()}`,
    hasMemoryBeside: true,
    changes,
    connect,
    withConnection: pool.lease,
    withSecondConnection: pool.lease,
    // A single process opens the file, and withWriteLock queues its writes.
    withLockedConnection: pool.lease,
    flush: () => pool.lease(async (connection) => void (await connection.run('FORCE CHECKPOINT'))),
    fitMemory: () =>
      pool.lease(async (connection) => void (await connection.run(`SET memory_limit = '${memoryLimitFor(path)}'`))),
    memoryLimit: () => memoryLimitOf(path),
    endCalls: calls.end,
    close: () => {
      pool.close()
      changes?.close()
      close()
    },
  }
  await database.withConnection((connection) => connection.run(`ATTACH ':memory:' AS ${MEMORY}`))
  return database
}

/** The library crashes the process where an instance is closed while a connection to it opens: it is closed after that. */
function connections(instance: DuckDBInstance, calls: RunningCalls) {
  let opening = 0
  let isClosed = false
  return {
    connect: async () => {
      if (isClosed) throw new Error('The database is closed.')
      opening++
      try {
        return duckDbConnection(await instance.connect(), calls)
      } finally {
        opening--
        if (isClosed && opening === 0) instance.closeSync()
      }
    },
    close: () => {
      isClosed = true
      if (opening === 0) instance.closeSync()
    },
  }
}

/** Replays the log read-only first: opening for writing would discard a damaged log. */
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

/** Maximum number of idle connections. */
const IDLE_MAX = 8

export interface ConnectionPool {
  readonly lease: <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>
  readonly close: () => void
}

/** Leases each connection to one task at a time, and opens another if none is idle. */
export function createConnectionPool(connect: () => Promise<Connection>): ConnectionPool {
  const idle: Connection[] = []
  let isClosed = false
  return {
    lease: async (work) => {
      const connection = idle.pop() ?? (await connect())
      const leasedConnection = leased(connection)
      try {
        return await work(leasedConnection)
      } finally {
        await settled(leasedConnection)
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

/** Memory limit as a multiple of the file size: caches frequent data and leaves room for queries. */
const OF_FILE = 1.5

const OF_MACHINE = 0.8

/** Memory limit in bytes. Beyond it the database spills to disk or fails. */
export function memoryLimitOf(path: string): number {
  const size = path === ':memory:' ? 0 : (statSync(path, { throwIfNoEntry: false })?.size ?? 0)
  return Math.min(Math.max(AT_LEAST, OF_FILE * size), OF_MACHINE * totalmem())
}

/** The limit as a DuckDB setting. */
function memoryLimitFor(path: string): string {
  return `${Math.round(memoryLimitOf(path) / MEGABYTE)}MiB`
}

/** Whether a statement exceeded the memory limit. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && error.message.includes('Out of Memory')
}
