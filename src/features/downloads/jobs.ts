import { atom } from 'jotai'
import type { Store } from '#command-kit/context.ts'
import type { CodeForm } from '#contract/downloads.ts'
import { userAtom } from '#entities/session/session.ts'

/** How a CSV is written. */
export interface CsvForms {
  readonly codes: CodeForm
  /** Whether year, month and day of partial dates are columns too. */
  readonly splitsDates: boolean
  readonly hasByteOrderMark: boolean
  /** Whether formula-like cells are escaped by an apostrophe. */
  readonly escapesFormulas: boolean
}

export const PLAIN_CSV: CsvForms = {
  codes: 'codes',
  splitsDates: false,
  hasByteOrderMark: false,
  escapesFormulas: false,
}

export interface FileToSave {
  readonly downloadId: string
  readonly name: string
  /** Whether it is made again; `downloadId` is the id of the earlier file. */
  readonly isAgain: boolean
  /** The form of answers in a bundle; null for the plain CSV. */
  readonly bundle: CodeForm | null
  readonly csv: CsvForms
  /** The number of rows, if known. */
  readonly totalRows: number | null
}

/**
 * Waiting in the server's queue, running, done, handed over to the browser (progress unknown from then on), or ended
 * early.
 */
export type JobState = 'waiting' | 'running' | 'done' | 'handed-over' | 'failed' | 'cancelled'

export interface DownloadJob {
  readonly id: string
  readonly username: string
  readonly file: FileToSave
  /** The address for a manual download. */
  readonly url: string
  readonly state: JobState
  /** The number of jobs ahead in the queue; null if not reported. */
  readonly ahead: number | null
  readonly rows: number
  readonly bytes: number
  /** Since the first byte. */
  readonly seconds: number
  /** The error of a failed job, or whether a file that was made again is the same. */
  readonly message: string
}

/** All downloads since the page was loaded, newest first; independent of the panes. */
export const allJobsAtom = atom<readonly DownloadJob[]>([])

/** The downloads of the signed-in user only. */
export const jobsAtom = atom((get) => {
  const username = get(userAtom)?.username
  return get(allJobsAtom).filter((job) => job.username === username)
})

/** The abort controllers of the running downloads. */
export const stopsAtom = atom<ReadonlyMap<string, AbortController>>(new Map())

export function isUnderWay({ state }: DownloadJob): boolean {
  return state === 'waiting' || state === 'running'
}

export function isOver({ state }: DownloadJob): boolean {
  return state === 'failed' || state === 'cancelled'
}

/** The download of that id, or the latest, if its state is one of these. */
export function jobsFor(
  store: Pick<Store, 'get'>,
  isMeant: (job: DownloadJob) => boolean,
  jobId: string | undefined,
): DownloadJob | undefined {
  return store.get(jobsAtom).find((job) => isMeant(job) && (jobId === undefined || job.id === jobId))
}
