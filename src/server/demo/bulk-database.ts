import { DuckDBInstance, version } from '@duckdb/node-api'
import { SCHEMA_VERSION, TABLES } from '#server/platform/db/migrations/schema.ts'
import type { Database } from '#server/platform/db/database.ts'
import { memoryLimitOf } from '#server/platform/db/duckdb/open.ts'
import { duckDbConnection } from '#server/platform/db/duckdb/connection.ts'

/** Faster bulk loading: one thread a statement, since several run at once, and explicit checkpoints. */
const FOR_A_BULK = {
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  threads: '1',
  checkpoint_threshold: '1TB',
}

/**
 * A new database file for a bulk load, without a write-ahead log: an unclosed file is invalid. A small file is not
 * compressed.
 */
export async function createMakingDatabase(path: string, isSmall: boolean): Promise<Database> {
  const compression = isSmall ? 'uncompressed' : 'auto'
  const instance = await DuckDBInstance.create(':memory:', { ...FOR_A_BULK, force_compression: compression })
  const connect = async () => {
    const connection = duckDbConnection(await instance.connect())
    await connection.run(`USE making`)
    return connection
  }
  const first = await instance.connect()
  await first.run(`ATTACH '${path.replaceAll("'", "''")}' AS making (RECOVERY_MODE no_wal_writes)`)
  await first.run(`USE making`)
  for (const statement of TABLES) await first.run(statement)
  await first.run(`INSERT INTO meta VALUES ('schema_version', $1)`, [String(SCHEMA_VERSION)])
  const withConnection: Database['withConnection'] = async (work) => {
    const connection = await connect()
    try {
      return await work(connection)
    } finally {
      connection.close()
    }
  }
  return {
    path,
    kind: 'DuckDB',
    version: `DuckDB ${version()}`,
    hasMemoryBeside: false,
    changes: null,
    connect,
    withConnection,
    withLockedConnection: withConnection,
    flush: () => withConnection(async (connection) => void (await connection.run('CHECKPOINT'))),
    memoryLimit: () => memoryLimitOf(path),
    endCalls: () => Promise.resolve(),
    fitMemory: () => Promise.resolve(),
    close: () => {
      first.closeSync()
      instance.closeSync()
    },
  }
}
