import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { importFolder } from '#server/modules/imports/import-folder.ts'
import { databasePathIn } from '#server/platform/db/data-folder.ts'
import { inTransaction, type Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { PASSWORD_COST } from '#tests/simulation/server-process.ts'

/** The password of every account at first. */
export const FIRST_PASSWORD = 'correct horse battery'

const ACCOUNTS = [
  { username: 'admin', isAdmin: true, collections: [] },
  { username: 'researcher', isAdmin: false, collections: ['bp', 'sz'] },
  { username: 'colleague', isAdmin: false, collections: ['bp'] },
]

const PARTICIPANTS = 'participant_id\tsex\tAGE\tMARITAL\nP01\tM\t52\t1\nP02\tF\t50\t1\nP03\tF\t9\t2\nP04\tM\t61\t2\n'

async function importStudy(database: Database): Promise<void> {
  const folder = mkdtempSync(join(dirname(database.path), 'study-'))
  writeFileSync(join(folder, 'participants.tsv'), PARTICIPANTS)
  const types = new Map([['MARITAL', 'categorical' as const]])
  await importFolder(database, folder, { collection: 'bp', study: '1', skipBadRows: false, types })
  rmSync(folder, { recursive: true })
}

/** Makes the data folder that every simulation begins with: four participants and three accounts. */
export async function makeTemplate(folder: string): Promise<string> {
  const path = databasePathIn(folder)
  mkdirSync(dirname(path), { recursive: true })
  const database = await openDatabase(path)
  await importStudy(database)
  const passwordHash = await hashPassword(FIRST_PASSWORD, PASSWORD_COST)
  await inTransaction(database, async (connection) => {
    for (const { username, isAdmin, collections } of ACCOUNTS) {
      await connection.run(
        sql`INSERT INTO account (account_id, username, password_hash, first_name, last_name, is_admin, collections)
         VALUES (nextval('id_sequence'), ${username}, ${passwordHash}, 'Pat', ${username}, ${isAdmin}, ${collections})`,
      )
    }
  })
  await database.flush()
  database.close()
  return folder
}
