import { rename, rm } from 'node:fs/promises'
import { DuckDBInstance, version } from '@duckdb/node-api'
import { makeDemoData, type DemoOptions } from '#server/demo/make-demo-data.ts'
import { makeSampleProjects, type CreateApp } from '#server/demo/make-sample-projects.ts'
import { type Connection, type Database, inTransaction } from '#server/platform/db/database.ts'
import { changeCountFileOf } from '#server/platform/db/duckdb/change-count.ts'
import { duckDbConnection } from '#server/platform/db/duckdb/connection.ts'
import { openDatabase, memoryLimitOf } from '#server/platform/db/duckdb/open.ts'
import { SCHEMA_VERSION, TABLES } from '#server/platform/db/migrations/schema.ts'
import { PASSWORD_COST, hashPassword, type PasswordCost } from '#server/platform/security/passwords.ts'
import { countAccounts, insertDemoAccount, DEMO_ACCOUNTS } from '#server/store/accounts/accounts.ts'

/** Below this share the database is for tests. */
const SMALL_SCALE = 0.1

export interface DemoFileOptions extends DemoOptions {
  readonly createApp: CreateApp
}

/**
 * Fills an empty database with synthetic data and reopens it. They are created in a second file, which replaces the
 * first when complete: an interruption changes nothing.
 */
export async function makeDemoFile(empty: Database, options: DemoFileOptions): Promise<Database> {
  const { path } = empty
  const making = `${path}.making`
  await removeUnfinished(path)
  const hasAccounts = (await empty.withConnection(countAccounts)) > 0
  const database = await createMakingDatabase(making, options.scale < SMALL_SCALE)
  try {
    await makeDemoData(database, options, async () => {
      if (hasAccounts) return
      await makeDemoAccounts(database, PASSWORD_COST)
      await makeSampleProjects(database, options.createApp, PASSWORD_COST)
    })
    empty.close()
    if (hasAccounts) await database.withConnection((connection) => copyAccounts(connection, path))
    await database.withConnection((connection) => connection.run('CHECKPOINT'))
  } finally {
    database.close()
  }
  // The file belongs to the previous database.
  await rm(changeCountFileOf(path), { force: true })
  await rename(making, path)
  await rm(`${path}.wal`, { force: true })
  return openDatabase(path)
}

/** Deletes the files of an interrupted run. */
async function removeUnfinished(path: string): Promise<void> {
  for (const ending of ['.making', '.making.wal', '.making.tmp'])
    await rm(`${path}${ending}`, { recursive: true, force: true })
}

/** Existing accounts are kept with their sessions and projects, and replace the demo accounts. */
async function copyAccounts(connection: Connection, path: string): Promise<void> {
  await connection.run(`ATTACH '${path.replaceAll("'", "''")}' AS before (READ_ONLY)`)
  for (const table of ['account', 'session', 'project', 'current_project', 'audit']) {
    await connection.run(`INSERT INTO ${table} SELECT * FROM before.${table}`)
  }
  await connection.run(`SELECT max(nextval('id_sequence')) FROM range((
    SELECT coalesce(max(id), 1) FROM (SELECT max(account_id) AS id FROM account UNION ALL SELECT max(projectid) FROM project)
  ))`)
  await connection.run(`DETACH before`)
}

export async function makeDemoAccounts(database: Database, cost: PasswordCost): Promise<void> {
  const hashes = await Promise.all(DEMO_ACCOUNTS.map((account) => hashPassword(account.password, cost)))
  await inTransaction(database, async (connection) => {
    for (const [index, account] of DEMO_ACCOUNTS.entries()) {
      await insertDemoAccount(connection, account, hashes[index] ?? '')
    }
  })
}

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
async function createMakingDatabase(path: string, isSmall: boolean): Promise<Database> {
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
    withSecondConnection: withConnection,
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
