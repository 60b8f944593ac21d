import { join } from 'node:path'
import pg, { type PoolClient, type PoolConfig } from 'pg'
import * as v from 'valibot'
import { ConfigurationError } from '#server/platform/configuration/configuration.ts'
import { rowsOf, type Connection, type Database } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrations/schema.ts'
import { postgreSqlConnection } from '#server/platform/db/postgres/connection.ts'
import { POSTGRESQL_MIGRATIONS } from '#server/platform/db/postgres/schema.ts'
import { leased, settled } from '#server/platform/db/scope.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'

/** Maximum number of reading connections: the number of concurrent requests. */
const READERS_MAX = 20
/**
 * Connections of long downloads, in a separate pool: holding one while waiting for one of the same pool could deadlock.
 */
const FILE_READERS_MAX = 10
const UNDER = 'postgresql'

/** Parses INT8 as number. */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * Opens and migrates a PostgreSQL database, which several servers may share. Scratch files lie in the data folder.
 * Throws a ConfigurationError with the reason.
 */
export async function openPostgreSql(url: string, dataFolder: string): Promise<Database> {
  const config: PoolConfig = {
    connectionString: url,
    options: OPTIONS,
    application_name: 'diver',
    types,
  }
  const readers = poolOf({ ...config, max: READERS_MAX })
  const writer = poolOf({ ...config, max: 1 })
  const second = poolOf({ ...config, max: 1 })
  // All others may be leased to the statements that it ends.
  const interrupts = poolOf({ ...config, max: 1 })
  const files = poolOf({ ...config, max: FILE_READERS_MAX })
  const lease = async <Result>(pool: pg.Pool, work: (connection: Connection) => Promise<Result>) => {
    const client = await pool.connect()
    const leasedConnection = leased(connectionOf(client, interrupts))
    try {
      return await work(leasedConnection)
    } finally {
      await settled(leasedConnection)
      client.release(broken.has(client))
    }
  }
  const database: Database = {
    path: join(dataFolder, UNDER),
    kind: 'PostgreSQL',
    version: await versionOf(readers).catch((error: unknown) => {
      throw cannotOpen(error)
    }),
    hasMemoryBeside: false,
    changes: null,
    connect: async () => connectionOf(await files.connect(), interrupts),
    withConnection: (work) => lease(readers, work),
    withSecondConnection: (work) => lease(second, work),
    withLockedConnection: (work) =>
      lease(writer, async (connection) => {
        await connection.run(`SELECT pg_advisory_lock(${WRITE_LOCK})`)
        try {
          return await work(connection)
        } finally {
          await connection.run(`SELECT pg_advisory_unlock(${WRITE_LOCK})`)
        }
      }),
    flush: () => Promise.resolve(),
    fitMemory: () => Promise.resolve(),
    memoryLimit: () => Infinity,
    endCalls: () => Promise.resolve(),
    close: () => {
      void readers.end()
      void writer.end()
      void second.end()
      void interrupts.end()
      void files.end()
    },
  }
  try {
    await database.withConnection(requireUnicode)
    await withWriteLock(database, (connection) => migrate(connection, POSTGRESQL_MIGRATIONS))
    return database
  } catch (error) {
    database.close()
    throw error instanceof ConfigurationError ? error : cannotOpen(error)
  }
}

/** The first query: its failure means that the server is unreachable. */
async function versionOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<object>('SHOW server_version')
  const [row] = v.parse(v.array(v.object({ server_version: v.string() })), rows)
  return `PostgreSQL ${row?.server_version.split(' ')[0] ?? ''}`
}

/** Clients that were disconnected or cancelled. */
const broken = new WeakSet<PoolClient>()

function poolOf(config: PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  // A running query rejects; the pool replaces an idle connection.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => broken.add(client)))
  return pool
}

const Backend = v.object({ processID: v.number() })

function connectionOf(client: PoolClient, cancelling: pg.Pool): Connection {
  let isClosed = false
  return postgreSqlConnection({
    client,
    cancel: async () => {
      broken.add(client)
      const backend = v.safeParse(Backend, client)
      if (backend.success && !isClosed)
        await cancelling.query('SELECT pg_cancel_backend($1)', [backend.output.processID]).catch(() => undefined)
    },
    close: () => {
      if (isClosed) return
      isClosed = true
      // The transaction is still open: destroy the connection.
      client.release(true)
    },
  })
}

const Words = v.object({ is_folded: v.boolean(), is_by_code: v.boolean() })

/** Requires collation by code point and case folding in every script, as in DuckDB. */
async function requireUnicode(connection: Connection): Promise<void> {
  const [words] = await rowsOf(
    connection,
    Words,
    `SELECT lower('ÄÉ') = 'äé' AS is_folded, 'B' < 'a' AND 'a' < 'ä' AS is_by_code`,
  )
  if (words?.is_folded && words.is_by_code) return
  throw new ConfigurationError(
    'DATABASE_URL',
    'the database must be made for Unicode: createdb --encoding UTF8 --locale C.UTF-8 --template template0 NAME',
  )
}

function cannotOpen(error: unknown): ConfigurationError {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return new ConfigurationError('DATABASE_URL', `the database cannot be opened (${line})`)
}

/** Key of the advisory lock; equal in all servers. */
export const WRITE_LOCK = 4_739_201

/**
 * Repeatable read gives each transaction one snapshot. JIT compilation takes longer than the statements. Nested-loop
 * and merge joins are off: the selectivity of conditions cannot be estimated, and a wrong estimate costs minutes.
 */
export const OPTIONS = [
  '-c default_transaction_isolation=repeatable\\ read',
  '-c jit=off',
  '-c enable_nestloop=off',
  '-c enable_mergejoin=off',
  '-c timezone=UTC',
  '-c datestyle=ISO',
].join(' ')
