import pg, { type PoolClient, type PoolConfig } from 'pg'
import * as v from 'valibot'
import { join } from 'node:path'
import { ConfigurationError } from '#server/platform/configuration/configuration.ts'
import { withWriteLock, rowsOf, type Connection, type Database } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrations/migrate.ts'
import { postgreSqlConnection } from '#server/platform/db/postgres/connection.ts'
import { POSTGRESQL_MIGRATIONS } from '#server/platform/db/postgres/schema.ts'
import { leased } from '#server/platform/db/scope.ts'

/** Connections for reading: as many as there may be requests answered at once. */
const READERS = 20
/** Those that files are read through for minutes, apart: nobody waits for one while holding one. */
const FILES = 10
const UNDER = 'postgresql'

/** Counts are numbers, however large their type is. */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * Opens a PostgreSQL database, which other servers may use at the same time, and brings it up to this version. Beside
 * the data folder's files lies what is made for a while. A ConfigurationError says why it cannot.
 */
export async function openPostgreSql(url: string, dataFolder: string): Promise<Database> {
  const config: PoolConfig = {
    connectionString: url,
    options: OPTIONS,
    application_name: 'diver',
    types,
  }
  const readers = poolOf({ ...config, max: READERS })
  const writer = poolOf({ ...config, max: 1 })
  const files = poolOf({ ...config, max: FILES })
  const lend = async <Result>(pool: pg.Pool, work: (connection: Connection) => Promise<Result>) => {
    const client = await pool.connect()
    try {
      return await work(leased(connectionOf(client, readers)))
    } finally {
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
    connect: async () => connectionOf(await files.connect(), readers),
    withConnection: (work) => lend(readers, work),
    withLockedConnection: (work) =>
      lend(writer, async (connection) => {
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

/** It is also the first query: its failure means that the server cannot be reached. */
async function versionOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<object>('SHOW server_version')
  const [row] = v.parse(v.array(v.object({ server_version: v.string() })), rows)
  return `PostgreSQL ${row?.server_version.split(' ')[0] ?? ''}`
}

/** Clients whose connection is gone, or that were interrupted. */
const broken = new WeakSet<PoolClient>()

function poolOf(config: PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  // A running query rejects by itself; an idle connection is replaced.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => broken.add(client)))
  return pool
}

const Backend = v.object({ processID: v.number() })

function connectionOf(client: PoolClient, cancelling: pg.Pool): Connection {
  let isClosed = false
  return postgreSqlConnection({
    client,
    cancel: () => {
      broken.add(client)
      const backend = v.safeParse(Backend, client)
      if (backend.success && !isClosed)
        cancelling.query('SELECT pg_cancel_backend($1)', [backend.output.processID]).catch(() => undefined)
    },
    close: () => {
      if (isClosed) return
      isClosed = true
      // What it began is not ended: only a new connection is as good as new.
      client.release(true)
    },
  })
}

const Words = v.object({ is_folded: v.boolean(), is_by_code: v.boolean() })

/** Texts are compared by their characters' numbers and without regard to case in every script, as elsewhere. */
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

/** Which lock is held by who has the turn; any number will do that all servers say. */
export const WRITE_LOCK = 4_739_201

/**
 * Each transaction sees one moment; compiling statements takes longer than running them. For how many people a condition
 * holds cannot be guessed beforehand: taken for few, they would be looked up one by one, for minutes, and all be sorted.
 */
export const OPTIONS = [
  '-c default_transaction_isolation=repeatable\\ read',
  '-c jit=off',
  '-c enable_nestloop=off',
  '-c enable_mergejoin=off',
  '-c timezone=UTC',
  '-c datestyle=ISO',
].join(' ')
