import { importFolder } from '#server/modules/imports/import-folder.ts'
import type { Database } from '#server/platform/db/database.ts'
import { temporaryFolder } from '#tests/support/import-folders.ts'
import type { Files } from '#tests/support/importing.ts'

/** Answers to a number and a category by individual, "" where missing. */
export type Visit = Readonly<Record<string, { readonly score: string; readonly mood: string }>>

export const FIRST_VISIT: Visit = {
  a: { score: '10', mood: 'low' },
  b: { score: '20', mood: 'low' },
  c: { score: '30', mood: 'high' },
  d: { score: '', mood: 'high' },
  e: { score: '40', mood: 'low' },
}

/** Scores are corrected, become unknown and become known; one individual is new. */
export const SECOND_VISIT: Visit = {
  b: { score: '5', mood: 'low' },
  c: { score: '', mood: 'high' },
  d: { score: '50', mood: 'high' },
  f: { score: '60', mood: 'low' },
}

/** Imports files of one collection; their records replace earlier ones. */
export async function importRecords(database: Database, files: Files, collection: string): Promise<void> {
  const folder = temporaryFolder(files)
  try {
    await importFolder(database, folder.path, {
      collection,
      study: '1',
      isNewOptions: true,
      skipBadRows: false,
      isUpdate: true,
    })
  } finally {
    folder.remove()
  }
}

/** Imports records of a form with the variables SCORE and MOOD, all in one collection; records replace earlier ones. */
export async function importVisit(database: Database, visit: Visit, collection = 'bp'): Promise<void> {
  const rows = Object.entries(visit).map(([id, { score, mood }]) => `${id},${score},${mood}\n`)
  await importRecords(database, { 'visit.csv': `id,score,mood\n${rows.join('')}` }, collection)
}
