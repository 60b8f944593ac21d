import type { Store } from '#command-kit/context.ts'
import { atom } from 'jotai'
import type { CodeForm } from '#contract/downloads.ts'
import { userAtom } from '#entities/session.ts'

/** A file that is to be saved. */
export interface FileToSave {
  readonly downloadId: string
  readonly name: string
  /** How its answers are written where it is a bundle; null for the plain CSV. */
  readonly bundle: CodeForm | null
  /** Whether cells of the CSV that a spreadsheet takes for formulas begin with an apostrophe. */
  readonly escapesFormulas: boolean
  /** How many rows it will have, where that is known. */
  readonly totalRows: number | null
}

/**
 * How far it is: in the server's queue, on its way, whole, given to the browser (which then knows how far it is), or
 * ended before.
 */
export type JobState = 'waiting' | 'running' | 'done' | 'handed-over' | 'failed' | 'cancelled'

export interface DownloadJob {
  readonly id: string
  readonly username: string
  readonly file: FileToSave
  /** The way to it by hand. */
  readonly url: string
  readonly state: JobState
  /** How many wait before it; null where the back end does not say. */
  readonly ahead: number | null
  readonly rows: number
  readonly bytes: number
  /** Since the first byte. */
  readonly seconds: number
  /** Why it failed. */
  readonly message: string
}

/** All downloads since the page was loaded, the latest first; they go on whatever the panes show. */
export const allJobsAtom = atom<readonly DownloadJob[]>([])

/** Those of the signed-in user: nobody sees another's. */
export const jobsAtom = atom((get) => {
  const username = get(userAtom)?.username
  return get(allJobsAtom).filter((job) => job.username === username)
})

export const changeJobAtom = atom(null, (get, set, id: string, change: Partial<DownloadJob>) =>
  set(
    allJobsAtom,
    get(allJobsAtom).map((job) => (job.id === id ? { ...job, ...change } : job)),
  ),
)

/** What ends each download that is under way. */
export const stopsAtom = atom<ReadonlyMap<string, AbortController>>(new Map())

export function isUnderWay({ state }: DownloadJob): boolean {
  return state === 'waiting' || state === 'running'
}

export function isOver({ state }: DownloadJob): boolean {
  return state === 'failed' || state === 'cancelled'
}

/** The download of that id, or the latest, if one is in such a state. */
export function jobsFor(
  store: Pick<Store, 'get'>,
  isMeant: (job: DownloadJob) => boolean,
  jobId: string | undefined,
): DownloadJob | undefined {
  return store.get(jobsAtom).find((job) => isMeant(job) && (jobId === undefined || job.id === jobId))
}
