import { randomUUID } from 'node:crypto'
import type { User } from '#server/model/user.ts'
import {
  importFolder,
  type ImportOptions,
  type ImportProgress,
  type ImportResult,
} from '#server/modules/imports/import-folder.ts'
import { receiveFiles, type ReceivedFiles } from '#server/modules/imports/jobs/received-files.ts'
import { ImportRefused, problemAt, type Problem } from '#server/modules/imports/source/problem.ts'
import { isDiskFull } from '#server/platform/db/data-folder.ts'
import type { Database, Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { conflict, notFound } from '#server/platform/http/refusal.ts'
import type { Log } from '#server/platform/process/runtime.ts'
import { demoUsernames } from '#server/store/accounts/accounts.ts'
import type { Sessions } from '#server/store/accounts/sessions.ts'
import { dataOrigin } from '#server/store/data-origin.ts'
import { isImporting } from '#server/store/running-import.ts'

export type JobState = 'receiving' | 'reading' | 'importing' | 'imported' | 'failed'
export type Outcome = { readonly result: ImportResult } | { readonly problems: readonly Problem[] }

/** One administrator's import job: files, state and outcome. */
export interface ImportJob {
  readonly reportId: string
  readonly files: ReceivedFiles
  state: JobState
  progress: (ImportProgress & { readonly perSecond: number | null }) | null
  outcome: Outcome | null
}

/** The import jobs of the server, at most one an administrator. */
export interface ImportJobs {
  readonly begin: (accountId: number) => Promise<ImportJob>
  readonly ofAccount: (accountId: number) => ImportJob | null
  /** The administrator's job with this id, if it is not running. */
  readonly idle: (accountId: number, reportId: string) => ImportJob
  /** Checks or imports the files; the outcome holds the reason of a refusal. */
  readonly work: (accountId: number, job: ImportJob, options: WorkOptions) => Promise<Outcome>
  /** Aborts the job and deletes its files. */
  readonly end: (accountId: number) => Promise<void>
}

export type WorkOptions = Omit<ImportOptions, 'onProgress'> & { readonly isDryRun: boolean }

/** Idle jobs expire after this time. */
const IDLE_MILLISECONDS_MAX = 60 * 60_000
const CANCELLED = 'It was cancelled. Nothing was changed.'
const DISK_FULL = 'The disk of the server is full. Nothing was changed.'
const UNEXPECTED = 'The server met an unexpected error. Nothing was changed.'

interface JobEntry {
  readonly job: ImportJob
  stop: AbortController
  running: Promise<unknown>
  timer: NodeJS.Timeout | null
}

/** Holds the uploaded files and the progress of each administrator; idle jobs expire. */
export function createImportJobs(database: Database, log: Log): ImportJobs {
  const byAccount = new Map<number, JobEntry>()

  const touch = (accountId: number, held: JobEntry) => {
    if (held.timer) clearTimeout(held.timer)
    held.timer = setTimeout(() => {
      if (isBusy(held.job)) touch(accountId, held)
      else end(accountId).catch((error: unknown) => log.warn({ error: String(error) }, 'files of an import stay'))
    }, IDLE_MILLISECONDS_MAX).unref()
  }
  const entryOf = (accountId: number) => {
    const held = byAccount.get(accountId)
    if (held) touch(accountId, held)
    return held
  }
  const end = async (accountId: number) => {
    const held = byAccount.get(accountId)
    if (!held) return
    held.stop.abort()
    await held.running
    if (held.timer) clearTimeout(held.timer)
    if (byAccount.get(accountId) === held) byAccount.delete(accountId)
    await held.job.files.remove()
  }

  return {
    end,
    begin: async (accountId) => {
      const before = entryOf(accountId)
      if (before && isBusy(before.job)) throw conflict('An import of yours is under way.')
      await end(accountId)
      const files = await receiveFiles(database.path)
      const job: ImportJob = { reportId: randomUUID(), files, state: 'receiving', progress: null, outcome: null }
      const held = { job, stop: new AbortController(), running: Promise.resolve(), timer: null }
      byAccount.set(accountId, held)
      touch(accountId, held)
      return job
    },
    ofAccount: (accountId) => entryOf(accountId)?.job ?? null,
    idle: (accountId, reportId) => {
      const job = entryOf(accountId)?.job
      if (!job || job.reportId !== reportId || job.state === 'imported') throw notFound('import')
      if (isBusy(job)) throw conflict('An import of yours is under way.')
      if (isImporting(database)) throw conflict('Somebody else imports right now.')
      return job
    },
    work: (accountId, job, { signal, ...options }) => {
      const held = byAccount.get(accountId)
      if (!held) throw notFound('import')
      held.stop = new AbortController()
      job.state = options.isDryRun ? 'reading' : 'importing'
      job.outcome = null
      job.progress = null
      const begun = new Map<ImportProgress['phase'], number>()
      const working = outcomeOf(() =>
        importFolder(database, job.files.folder, {
          ...options,
          signal: AbortSignal.any([held.stop.signal, ...(signal ? [signal] : [])]),
          onProgress: (progress) => {
            const now = performance.now()
            const seconds = (now - (begun.get(progress.phase) ?? now)) / 1_000
            if (!begun.has(progress.phase)) begun.set(progress.phase, now)
            job.progress = { ...progress, perSecond: seconds < 1 ? null : Math.round(progress.done / seconds) }
          },
        }),
      ).then(async (outcome) => {
        job.outcome = outcome
        const isDone = 'result' in outcome && !options.isDryRun
        if (options.isDryRun) job.state = 'receiving'
        else job.state = isDone ? 'imported' : 'failed'
        if (isDone) await job.files.remove()
        return outcome
      })
      held.running = working
      return working
    },
  }

  async function outcomeOf(work: () => Promise<ImportResult>): Promise<Outcome> {
    try {
      return { result: await work() }
    } catch (error) {
      if (error instanceof ImportRefused) return { problems: error.problems }
      const isStopped = error instanceof Error && error.name === 'AbortError'
      if (!isStopped) log.error({ error: error instanceof Error ? error.name : '' }, 'import failed')
      return { problems: [problemAt('', null, isStopped ? CANCELLED : isDiskFull(error) ? DISK_FULL : UNEXPECTED)] }
    }
  }
}

function isBusy({ state }: ImportJob): boolean {
  return state === 'reading' || state === 'importing'
}

/** Whether an import would delete the account, because it is synthetic. */
export async function wouldGo(connection: Connection, { username }: User): Promise<boolean> {
  if ((await dataOrigin(connection)) === 'imported') return false
  return (await demoUsernames(connection)).includes(username)
}

/**
 * Turns a demo account into a real one with a new password, so that an import keeps it. Ends the account's other
 * sessions.
 */
export async function keepAccount(
  connection: Connection,
  sessions: Sessions,
  { accountId, passwordHash, token }: { accountId: number; passwordHash: string; token: string },
): Promise<void> {
  await connection.run(
    sql`UPDATE account SET password_hash = ${passwordHash}, is_demo = FALSE WHERE account_id = ${accountId}`,
  )
  await sessions.endOthers(connection, accountId, token)
}
