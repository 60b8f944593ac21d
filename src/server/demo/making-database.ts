import { DuckDBInstance } from '@duckdb/node-api'
import { SCHEMA_VERSION, TABLES } from '#server/storage/schema.ts'
import type { Database } from '#server/storage/database.ts'

/**
 * A new database file with its tables for data that are made in one go. Nothing goes to a log first: a file that was
 * not closed after its making is to be thrown away.
 */
export async function createMakingDatabase(path: string): Promise<Database> {
  const instance = await DuckDBInstance.create(':memory:', { autoinstall_known_extensions: 'false' })
  const connect = async () => {
    const connection = await instance.connect()
    await connection.run(`USE making`)
    return connection
  }
  const first = await instance.connect()
  await first.run(`ATTACH '${path.replaceAll("'", "''")}' AS making (RECOVERY_MODE no_wal_writes)`)
  await first.run(`USE making`)
  for (const statement of TABLES) await first.run(statement)
  await first.run(`INSERT INTO meta VALUES ('schema_version', $1)`, [String(SCHEMA_VERSION)])
  return {
    path,
    connect,
    withConnection: async (work) => {
      const connection = await connect()
      try {
        return await work(connection)
      } finally {
        connection.closeSync()
      }
    },
    close: () => {
      first.closeSync()
      instance.closeSync()
    },
  }
}
