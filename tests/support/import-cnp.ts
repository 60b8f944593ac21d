import { importFolder, type ImportResult } from '#server/modules/imports/import-folder.ts'
import type { Database } from '#server/platform/db/database.ts'
import { cnpFolder } from '#tests/support/cnp-folder.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

/** Imports the CNP data set: collection ct, study 1. */
export function importCnp(database: Database): Promise<ImportResult> {
  return importFolder(database, cnpFolder(), { collection: 'ct', study: '1', skipBadRows: false })
}

/** An in-memory database with the CNP data set; the caller closes it. */
export async function importedCnp(): Promise<Database> {
  const database = await openTestDatabase()
  await importCnp(database)
  return database
}
