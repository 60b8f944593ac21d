import { answerTables, tableSize } from '#server/platform/db/answer-tables.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { quoted } from '#server/platform/db/sql.ts'
import { deleteDemoAccounts, MADE_OF_DATA } from '#server/store/accounts/accounts.ts'
import { deleteReleases } from '#server/store/releases/releases.ts'
import { emptyTrashOfData } from '#server/store/trash/trash.ts'

/** Numbers of deleted synthetic data. */
export interface Cleared {
  readonly individuals: number
  readonly demoAccounts: number
  /** Cohorts, variable sets and other things that other accounts had saved. */
  readonly savedByOthers: number
}

/**
 * Deletes the research data, the demo accounts and all things saved from these data. Other accounts and projects
 * remain.
 */
export async function clearData(connection: Connection): Promise<Cleared> {
  const individuals = await tableSize(connection, 'individual')
  const demoAccounts = await deleteDemoAccounts(connection)
  let savedByOthers = 0
  for (const table of MADE_OF_DATA) {
    savedByOthers += await tableSize(connection, table)
    await connection.run(`DELETE FROM ${table}`)
  }
  for (const table of await answerTables(connection)) await connection.run(`DROP TABLE ${quoted(table)}`)
  await emptyTrashOfData(connection)
  await deleteReleases(connection)
  const tables = [
    'disclosure',
    'cohort_member',
    'variable_edit_decision',
    'variable',
    'form',
    'pedigree_mark',
    'individual',
  ]
  for (const table of tables) await connection.run(`DELETE FROM ${table}`)
  return { individuals, demoAccounts, savedByOthers }
}
