import { rm } from 'node:fs/promises'
import { countOf } from '#domain/numbers.ts'
import { withdrawnProblem } from '#domain/releases.ts'
import { contentHash } from '#server/engine/releases/content-hash.ts'
import type { Release } from '#server/model/release.ts'
import { readDataSet } from '#server/modules/imports/formats/read-data-set.ts'
import { compareRecords, type ComparedExtension } from '#server/modules/imports/plan/compare-records.ts'
import { planImport, type ImportPlan, type PlanOptions } from '#server/modules/imports/plan/plan-import.ts'
import { NOTHING_YET, readExisting, type ExistingData } from '#server/modules/imports/plan/read-existing.ts'
import type { ImportReport } from '#server/modules/imports/plan/report.ts'
import {
  type AskedOptions,
  beginningOf,
  foundIn,
  type ImportBeginning,
  keepStudy,
  otherIdColumns,
  readStudies,
  type Studies,
} from '#server/modules/imports/plan/study-options.ts'
import { ImportRefused, problemAt, type Problem } from '#server/modules/imports/source/problem.ts'
import { readFolder } from '#server/modules/imports/source/read-folder.ts'
import type { FoundInFiles, SourceDataSet } from '#server/modules/imports/source/source-form.ts'
import { clearData, type Cleared } from '#server/modules/imports/store/clear-data.ts'
import { releaseAfter, unmarkPlaceholders } from '#server/modules/imports/store/store-before.ts'
import { storeExtension, storeForms } from '#server/modules/imports/store/store-forms.ts'
import { storeParticipants } from '#server/modules/imports/store/store-participants.ts'
import { copyForUndo, saveUndo, removeCopies } from '#server/modules/imports/store/undo-import.ts'
import { raiseDataVersion, readAnswersVersion, readDataVersion } from '#server/platform/db/data-version.ts'
import { type Connection, type Database, ROWS_AT_ONCE } from '#server/platform/db/database.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import { createLongPause } from '#server/platform/scheduling/yield.ts'
import { fillCodebookPages } from '#server/store/codebooks/fill-pages.ts'
import { dataOrigin, setDataOrigin } from '#server/store/data-origin.ts'
import {
  hasRelease,
  recordFirstRelease,
  recordRelease,
  releasesOf,
  storeContentHash,
} from '#server/store/releases/releases.ts'
import { beginImport, importEnded, isImporting } from '#server/store/running-import.ts'

/** Progress: bytes of tables read, variables typed, rows stored; the total may be unknown (null). */
export interface ImportProgress {
  readonly phase: 'reading' | 'settling' | 'storing'
  readonly done: number
  readonly total: number | null
}

export interface ImportOptions extends AskedOptions, Pick<PlanOptions, 'types' | 'same'> {
  /** Whether to import without the refused rows, which are reported. */
  readonly skipBadRows: boolean
  /** Whether to report only. */
  readonly isDryRun?: boolean
  /** Whether rows correct existing records; else differing rows are refused. */
  readonly isUpdate?: boolean
  /** Aborts the import and rolls it back. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: ImportProgress) => void
  /** Runs first in the transaction, before synthetic data and demo accounts are deleted. */
  readonly prepare?: (connection: Connection) => Promise<void>
  /** Adds the audit row in the same transaction. */
  readonly record?: (connection: Connection, report: ImportReport) => Promise<void>
}

export interface ImportResult {
  readonly report: ImportReport
  readonly cleared: Cleared | null
}

const ADVICE: Problem = { ...problemAt('', null, ''), remedy: 'rows' }

const OVERTAKEN = 'The data were changed while the files were read. Import them once more.'

/** State of the database before an import. */
interface ExistingState {
  readonly version: string
  readonly isAddition: boolean
  readonly existing: ExistingData
  readonly studies: Studies
}

/**
 * Imports the folder of a data set, all or nothing: it replaces synthetic data, or adds to imported data. Throws
 * ImportRefused, with one problem a line.
 */
export async function importFolder(
  database: Database,
  folder: string,
  baseOptions: ImportOptions,
): Promise<ImportResult> {
  if (isImporting(database)) throw new ImportRefused([problemAt('', null, 'Another import is going on.')])
  const signal = AbortSignal.any([beginImport(database), ...(baseOptions.signal ? [baseOptions.signal] : [])])
  const options = { ...baseOptions, signal }
  let copy: string | null = null
  const stored: { readonly release: Pick<Release, 'name' | 'madeAt'>; readonly result: ImportResult }[] = []
  try {
    const pause = createLongPause(signal)
    const { isAddition, existing, studies, version } = await database.withConnection(readBefore)
    const beginning = beginningOf(options, studies)
    if (beginning.problems.length > 0) throw new ImportRefused(beginning.problems)
    const { plan: read, found } = await readPlan(folder, existing, { ...options, beginning }, pause)
    const plan = await comparePlan(database, read, existing, options)
    if (options.isDryRun) return { report: plan.report, cleared: null }
    options.onProgress?.({ phase: 'storing', done: 0, total: rowsOf(plan) })
    copy = isAddition ? await copyForUndo(database) : null
    const result = await withWriteLock(database, async (connection) => {
      // The files were checked against this data version.
      if ((await readDataVersion(connection)) !== version) throw new ImportRefused([problemAt('', null, OVERTAKEN)])
      const answersBefore = await readAnswersVersion(connection)
      await options.prepare?.(connection)
      const cleared = isAddition ? null : await clearData(connection)
      if (isAddition) await recordFirstRelease(connection, Date.now())
      const [last = null] = await releasesOf(connection)
      const release = releaseAfter(last)
      const numbers = await storeParticipants(connection, plan.participants)
      const storing = counted('storing', rowsOf(plan), options, pause, ROWS_AT_ONCE)
      for (const extension of plan.compared) {
        await storeExtension(connection, extension, { numbers, release, pause: storing })
      }
      await storeForms(connection, plan.forms, numbers, storing)
      if (isAddition) await unmarkPlaceholders(connection, release)
      await setDataOrigin(connection, 'imported')
      await keepStudy(connection, beginning, found)
      await fillCodebookPages(connection)
      await raiseDataVersion(connection)
      const madeAt = Date.now()
      const name = await recordRelease(connection, madeAt)
      await saveUndo(connection, copy, answersBefore)
      await options.record?.(connection, plan.report)
      signal.throwIfAborted()
      const imported = { report: plan.report, cleared }
      stored.push({ release: { name, madeAt }, result: imported })
      return imported
    })
    await removeCopies(database, copy)
    // The data are saved: without memory for the hash, `npm run release -- verify` computes it later.
    await hashRelease(database).catch(() => undefined)
    await database.fitMemory()
    return result
  } catch (error) {
    // The result of the commit may be lost although it was done, and so may a step after it.
    const [done] = stored
    if (done && (await database.withConnection((connection) => hasRelease(connection, done.release))))
      return done.result
    if (copy !== null) await rm(copy, { force: true })
    throw error
  } finally {
    importEnded(database)
  }
}

/** Not in the transaction: it reads all answers, and saves need not wait for it. */
async function hashRelease(database: Database): Promise<void> {
  const made = await database.withConnection(async (connection) => {
    const [release] = await releasesOf(connection)
    return release && { release, hash: await contentHash(connection, release) }
  })
  if (made) await withWriteLock(database, (connection) => storeContentHash(connection, made.release, made.hash))
}

async function readBefore(connection: Connection): Promise<ExistingState> {
  const version = await readDataVersion(connection)
  const isAddition = (await dataOrigin(connection)) === 'imported'
  return {
    version,
    isAddition,
    existing: isAddition ? await readExisting(connection) : NOTHING_YET,
    studies: isAddition ? await readStudies(connection) : {},
  }
}

interface ComparedPlan extends ImportPlan {
  readonly compared: readonly ComparedExtension[]
}

/**
 * Compares the additions with existing records. Throws ImportRefused for differing records, unless they are
 * corrections.
 */
async function comparePlan(
  database: Database,
  plan: ImportPlan,
  { individualIds }: ExistingData,
  { isUpdate = false, skipBadRows }: ImportOptions,
): Promise<ComparedPlan> {
  const isKnown = (individualId: string) => individualIds.has(individualId)
  const compared = await database.withConnection(async (connection) => {
    const all: ComparedExtension[] = []
    for (const one of plan.extensions) all.push(await compareRecords(connection, one, { isUpdate, isKnown }))
    return all
  })
  const refused = compared.flatMap((extension) => extension.refused)
  if (refused.length > 0 && !skipBadRows) throw new ImportRefused([ADVICE, ...groupedByFile(refused)])
  const report = {
    ...plan.report,
    refused: [...plan.report.refused, ...refused],
    notes: [...compared.flatMap(({ notes }) => notes), ...plan.report.notes],
  }
  return { ...plan, compared, report }
}

async function readPlan(
  folder: string,
  existing: ExistingData,
  { beginning, ...options }: ImportOptions & { readonly beginning: ImportBeginning },
  pause: () => Promise<void>,
): Promise<{ readonly plan: ImportPlan; readonly found: FoundInFiles }> {
  const isAddition = existing.individualIds.size > 0
  let done = 0
  const watch = (bytes: number) => {
    options.signal?.throwIfAborted()
    done += bytes
    options.onProgress?.({ phase: 'reading', done, total: null })
  }
  const files = await readFolder(folder)
  const reading = { ...beginning, ...beginning.options, watch }
  const read = await readDataSet(files, reading, { knownIds: existing.individualIds, isAddition })
  const source = withoutWithdrawn(read, existing.withdrawnIds)
  options.signal?.throwIfAborted()
  if (source.refused.length > 0 && !options.skipBadRows) {
    throw new ImportRefused([ADVICE, ...groupedByFile(source.refused)])
  }
  const found = foundIn(source)
  const others = options.isNewOptions === true ? [] : otherIdColumns(beginning, found)
  if (others.length > 0) throw new ImportRefused(others)
  const columns = source.forms.reduce((sum, form) => sum + form.columns.length, 0)
  const plan = await planImport(source, existing, {
    ...(options.types && { types: options.types }),
    ...(options.same && { same: options.same }),
    pause: counted('settling', columns, options, pause),
  })
  return { plan, found }
}

/** A pause that also reports progress; called once for each batch of this size. */
function counted(
  phase: ImportProgress['phase'],
  total: number,
  { onProgress }: Pick<ImportOptions, 'onProgress'>,
  pause: () => Promise<void>,
  size = 1,
): () => Promise<void> {
  let done = 0
  return () => {
    done = Math.min(done + size, total)
    onProgress?.({ phase, done, total })
    return pause()
  }
}

function rowsOf({ forms, compared }: ComparedPlan): number {
  const rows = [
    ...forms.map(({ individualIds }) => individualIds.length),
    ...compared.map(({ places }) => places.length),
  ]
  return rows.reduce((sum, count) => sum + count, 0)
}

/** More refused rows of one file than this are reported as one line with examples. */
const ROWS_LISTED_MAX = 10

const EXAMPLES = 3

/** Groups refused rows by file: the number and three examples, where there are many. */
function groupedByFile(problems: readonly Problem[]): Problem[] {
  const byFile = new Map<string, Problem[]>()
  for (const problem of problems) {
    const sameFile = byFile.get(problem.file)
    if (sameFile) sameFile.push(problem)
    else byFile.set(problem.file, [problem])
  }
  return [...byFile].flatMap(([file, found]) => {
    if (found.length <= ROWS_LISTED_MAX) return found
    const examples = found.slice(0, EXAMPLES).map(({ line, text }) => `line ${line ?? '?'}: ${text}`)
    return [problemAt(file, null, `${countOf(found.length, 'row')} cannot be taken, such as ${examples.join(' ')}`)]
  })
}

/** Refuses the rows of individuals who withdrew their consent. */
function withoutWithdrawn(source: SourceDataSet, withdrawnIds: ReadonlySet<string>): SourceDataSet {
  if (withdrawnIds.size === 0) return source
  const refused = source.forms.flatMap(({ file, rows }) =>
    rows
      .filter(({ individualId }) => withdrawnIds.has(individualId))
      .map(({ individualId, line }) => problemAt(file, line, withdrawnProblem(individualId))),
  )
  const forms = source.forms.map((form) => ({
    ...form,
    rows: form.rows.filter(({ individualId }) => !withdrawnIds.has(individualId)),
  }))
  return { ...source, forms, refused: [...source.refused, ...refused] }
}
