import { rename, rm } from 'node:fs/promises'
import { PASSWORD_COST } from '#server/platform/security/passwords.ts'
import { makeDemoAccounts } from '#server/demo/make-accounts.ts'
import { makeDemoData, type DemoOptions } from '#server/demo/make-demo-data.ts'
import { makeSampleProjects, type CreateApp } from '#server/demo/make-sample-projects.ts'
import { createMakingDatabase } from '#server/demo/making-database.ts'
import { countAccounts } from '#server/store/accounts/accounts.ts'
import { changeCountFileOf } from '#server/platform/db/duckdb/change-count.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'

/** Below this share of the individuals it is a database for tests. */
const SMALL_SCALE = 0.1

export interface DemoFileOptions extends DemoOptions {
  readonly createApp: CreateApp
}

/**
 * Puts the synthetic data into a database that holds no data yet, and opens it anew. They are made in a file beside it
 * that takes its place when it is whole, so a stop at any moment leaves what was there before.
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
  // It counts what was acknowledged of the database that was there.
  await rm(changeCountFileOf(path), { force: true })
  await rename(making, path)
  await rm(`${path}.wal`, { force: true })
  return openDatabase(path)
}

/** Throws away what a stop during the making left behind. */
async function removeUnfinished(path: string): Promise<void> {
  for (const ending of ['.making', '.making.wal', '.making.tmp'])
    await rm(`${path}${ending}`, { recursive: true, force: true })
}

/** Accounts made before there were any data stay, with their sessions and projects, and take the place of the demo accounts. */
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
