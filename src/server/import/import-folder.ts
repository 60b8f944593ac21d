import { fillCodebookPages } from '#server/codebooks/fill-pages.ts'
import { clearData, type Cleared } from '#server/import/clear-data.ts'
import { dataOrigin, setDataOrigin } from '#server/import/data-origin.ts'
import { planImport } from '#server/import/plan-import.ts'
import { ImportRefused, problemAt } from '#server/import/problem.ts'
import { readDataSet, type ReadingOptions } from '#server/import/read-data-set.ts'
import { NOTHING_YET, readExisting } from '#server/import/read-existing.ts'
import { readFolder } from '#server/import/read-folder.ts'
import type { ImportReport } from '#server/import/report-types.ts'
import { storeForms } from '#server/import/store-forms.ts'
import { storePeople } from '#server/import/store-people.ts'
import { inTransaction, type Connection, type Database } from '#server/storage/database.ts'
import { raiseDataVersion } from '#server/storage/data-version.ts'

export interface ImportOptions extends ReadingOptions {
  /** Whether to go on without the rows that cannot be taken; they are reported. */
  readonly skipBadRows: boolean
  /** Whether to tell only what an import would do. */
  readonly isDryRun?: boolean
  /** Writes down, together with what is imported, that somebody did so. */
  readonly record?: (connection: Connection, report: ImportReport) => Promise<void>
}

export interface ImportResult {
  readonly report: ImportReport
  /** What gave way to the import, or null where it was added to what was imported before. */
  readonly cleared: Cleared | null
}

const ADVICE =
  'With --skip-bad-rows the import goes on without these rows; --repeat first, last or wide settles several of a person.'

/**
 * Imports a data set's folder, in place of synthetic data or in addition to data imported before: all of it, or after
 * an exception nothing. Throws ImportRefused, with a problem a line, where the files do not allow it.
 */
export async function importFolder(database: Database, folder: string, options: ImportOptions): Promise<ImportResult> {
  const files = await readFolder(folder)
  return inTransaction(database, async (connection) => {
    const isAddition = (await dataOrigin(connection)) === 'imported'
    const existing = isAddition ? await readExisting(connection) : NOTHING_YET
    const source = readDataSet(files, options, (individualId) => existing.individualIds.has(individualId))
    if (source.refused.length > 0 && !options.skipBadRows) {
      const advice = problemAt('', null, ADVICE)
      throw new ImportRefused([...source.refused, advice])
    }
    const plan = planImport(source, existing)
    if (options.isDryRun) return { report: plan.report, cleared: null }
    const cleared = isAddition ? null : await clearData(connection)
    const numbers = await storePeople(connection, plan.people)
    await storeForms(connection, plan.forms, numbers)
    await setDataOrigin(connection, 'imported')
    await fillCodebookPages(connection)
    await raiseDataVersion(connection)
    await options.record?.(connection, plan.report)
    return { report: plan.report, cleared }
  })
}
