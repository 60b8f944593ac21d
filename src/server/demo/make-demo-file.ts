import { rename, rm } from 'node:fs/promises'
import { PASSWORD_COST, hashPassword, type PasswordCost } from '#server/platform/security/passwords.ts'
import { makeDemoData, type DemoOptions } from '#server/demo/make-demo-data.ts'
import { makeSampleProjects, type CreateApp } from '#server/demo/make-sample-projects.ts'
import { createMakingDatabase } from '#server/demo/bulk-database.ts'
import { countAccounts, insertDemoAccount, DEMO_ACCOUNTS } from '#server/store/accounts/accounts.ts'
import { changeCountFileOf } from '#server/platform/db/duckdb/change-count.ts'
import { type Connection, type Database, inTransaction } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'

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
