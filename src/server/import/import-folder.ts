import { fillCodebookPages } from '#server/codebooks/fill-pages.ts'
import { clearData, type Cleared } from '#server/import/clear-data.ts'
import { dataOrigin, setDataOrigin } from '#server/import/data-origin.ts'
import { createPause } from '#server/import/pause.ts'
import { planImport, type ImportPlan } from '#server/import/plan-import.ts'
import { ImportRefused, problemAt } from '#server/import/problem.ts'
import { readDataSet, type ReadingOptions } from '#server/import/read-data-set.ts'
import { NOTHING_YET, readExisting, type ExistingData } from '#server/import/read-existing.ts'
import { readFolder } from '#server/import/read-folder.ts'
import type { ImportReport } from '#server/import/report-types.ts'
import { storeForms } from '#server/import/store-forms.ts'
import { storePeople } from '#server/import/store-people.ts'
import { inTurn, type Connection, type Database } from '#server/storage/database.ts'
import { raiseDataVersion } from '#server/storage/data-version.ts'

export interface ImportOptions extends ReadingOptions {
  /** Whether to go on without the rows that cannot be taken; they are reported. */
  readonly skipBadRows: boolean
  /** Whether to tell only what an import would do. */
  readonly isDryRun?: boolean
  /** Ends the import, which then changes nothing. */
  readonly signal?: AbortSignal
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

/** Databases into which somebody imports right now. */
const importing = new WeakSet<Database>()

/**
 * Imports a data set's folder, in place of synthetic data or in addition to data imported before: all of it, or after
 * an exception nothing. Throws ImportRefused, with a problem a line, where the files do not allow it.
 */
export async function importFolder(database: Database, folder: string, options: ImportOptions): Promise<ImportResult> {
  if (importing.has(database)) throw new ImportRefused([problemAt('', null, 'Another import is going on.')])
  importing.add(database)
  try {
    const pause = createPause(options.signal)
    const { isAddition, existing } = await database.withConnection(readBefore)
    const plan = await readPlan(folder, existing, options, pause)
    if (options.isDryRun) return { report: plan.report, cleared: null }
    // In turn: a cohort that somebody saved meanwhile would hold the people who had its numbers before.
    return await inTurn(database, async (connection) => {
      const cleared = isAddition ? null : await clearData(connection)
      const numbers = await storePeople(connection, plan.people)
      await storeForms(connection, plan.forms, numbers, pause)
      await setDataOrigin(connection, 'imported')
      await fillCodebookPages(connection)
      await raiseDataVersion(connection)
      await options.record?.(connection, plan.report)
      options.signal?.throwIfAborted()
      return { report: plan.report, cleared }
    })
  } finally {
    importing.delete(database)
  }
}

async function readBefore(connection: Connection): Promise<{ isAddition: boolean; existing: ExistingData }> {
  const isAddition = (await dataOrigin(connection)) === 'imported'
  return { isAddition, existing: isAddition ? await readExisting(connection) : NOTHING_YET }
}

async function readPlan(
  folder: string,
  existing: ExistingData,
  options: ImportOptions,
  pause: () => Promise<void>,
): Promise<ImportPlan> {
  const isKnown = (individualId: string) => existing.individualIds.has(individualId)
  const source = await readDataSet(await readFolder(folder), options, isKnown)
  options.signal?.throwIfAborted()
  if (source.refused.length > 0 && !options.skipBadRows) {
    throw new ImportRefused([...source.refused, problemAt('', null, ADVICE)])
  }
  return planImport(source, existing, pause)
}
