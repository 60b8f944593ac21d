import { atom } from 'jotai'
import type { Call, Failure, OpenFile } from '#api/result.ts'
import type { Store } from '#command-kit/context.ts'
import { fileAgain, fileInfo, downloadBundle, downloadQueue, downloadStream } from '#contract/downloads.ts'
import { CONNECTION_LOST } from '#domain/messages.ts'
import { queryClientAtom } from '#entities/server-state/services.ts'
import { isOfferedAtom, userAtom } from '#entities/session/session.ts'
import { comparedWords, DOWNLOAD_FILES_KEY } from '#features/downloads/files/compared-file.ts'
import { allJobsAtom, stopsAtom, type DownloadJob, type FileToSave } from '#features/downloads/jobs.ts'
import { saveFile, startDownload } from '#ui/save-file.ts'

/** Temporary storage of a file until it is complete. */
interface Sink {
  readonly write: (piece: Uint8Array<ArrayBuffer>) => Promise<void>
  /** The whole file; it stays on disk. */
  readonly finish: () => Promise<File>
  /** Deletes the file. */
  readonly discard: () => Promise<void>
}

const FOLDER = 'downloads'

/**
 * A file in the browser's storage for this site (OPFS), on disk. So a page can show progress, cancel, and report errors
 * without holding the file in memory. Null without OPFS (a private window, a page without TLS); the browser then
 * downloads directly.
 */
export async function openSink(): Promise<Sink | null> {
  try {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle(FOLDER, { create: true })
    await removeAbandoned(folder)
    const name = crypto.randomUUID()
    const release = await hold(name)
    const handle = await folder.getFileHandle(name, { create: true })
    const writable = await handle.createWritable()
    return {
      write: (piece) => writable.write(piece),
      finish: async () => {
        await writable.close()
        return handle.getFile()
      },
      discard: async () => {
        await writable.abort().catch(() => undefined)
        await folder.removeEntry(name).catch(() => undefined)
        release()
      },
    }
  } catch {
    return null
  }
}

/** Holds a lock, so that other tabs do not delete the file as abandoned; the browser releases it with the page. */
function hold(name: string): Promise<() => void> {
  return new Promise((resolve) => {
    void navigator.locks.request(lockOf(name), () => new Promise<void>((release) => resolve(release)))
  })
}

/** Deletes files of pages that were closed. */
async function removeAbandoned(folder: FileSystemDirectoryHandle): Promise<void> {
  for await (const name of folder.keys()) {
    await navigator.locks.request(lockOf(name), { ifAvailable: true }, async (lock) => {
      if (lock) await folder.removeEntry(name).catch(() => undefined)
    })
  }
}

function lockOf(name: string): string {
  return `download ${name}`
}

const QUOTE = 0x22
const LINE_FEED = 0x0a

/**
 * Counts CSV rows while bytes arrive in chunks of any size; each call returns the rows so far, without the header. A
 * line break within quotes ends no row.
 */
export function createRowCounter(): (piece: Uint8Array) => number {
  let lines = 0
  let isQuoted = false
  return (piece) => {
    for (const byte of piece) {
      // An escaped quote ("") toggles twice.
      if (byte === QUOTE) isQuoted = !isQuoted
      else if (byte === LINE_FEED && !isQuoted) lines++
    }
    return Math.max(0, lines - 1)
  }
}

export interface DownloadPorts {
  readonly store: Store
  readonly call: Call
  readonly openFile: OpenFile
}

const SHOWN_EVERY_MILLISECONDS = 200
const ASKED_EVERY_MILLISECONDS = 1_000

const changeJobAtom = atom(null, (get, set, id: string, change: Partial<DownloadJob>) =>
  set(
    allJobsAtom,
    get(allJobsAtom).map((job) => (job.id === id ? { ...job, ...change } : job)),
  ),
)

/** Streams a file to disk with progress, then saves it under its name through the browser. */
export async function runJob(ports: DownloadPorts, id: string): Promise<void> {
  const { store } = ports
  const job = store.get(allJobsAtom).find((one) => one.id === id)
  if (!job) return
  const change = (next: Partial<DownloadJob>) => store.set(changeJobAtom, id, next)
  change({ state: 'waiting', ahead: null, rows: 0, bytes: 0, seconds: 0, message: '' })
  // The job can be cancelled as soon as it is shown.
  const { stop, end } = beginJob(ports, job)
  const sink = await openSink()
  if (!sink) {
    end()
    if (stop.signal.aborted) return change({ state: 'cancelled' })
    startDownload(job.url, job.file.name)
    change({ state: 'handed-over' })
    return
  }
  try {
    const failure = await fetchInto(sink, ports, job, stop.signal)
    if (failure) change({ state: 'failed', message: failure.message })
    else {
      saveFile(await sink.finish(), job.file.name, () => void sink.discard())
      change({ state: 'done', message: job.file.isAgain ? await compared(ports, job.file) : '' })
      return
    }
  } catch {
    change(stop.signal.aborted ? { state: 'cancelled' } : { state: 'failed', message: CONNECTION_LOST })
  } finally {
    end()
  }
  await sink.discard()
}

async function fetchInto(
  sink: Sink,
  ports: DownloadPorts,
  { id, file }: DownloadJob,
  signal: AbortSignal,
): Promise<Failure | null> {
  const change = (next: Partial<DownloadJob>) => ports.store.set(changeJobAtom, id, next)
  const stopAsking = askForPlace(ports, id, file)
  const opened = await open(ports, file, signal).finally(stopAsking)
  if (!opened.ok) return opened
  const begun = performance.now()
  change({ state: 'running', ahead: null })
  const countRows = createRowCounter()
  let [bytes, rows, shown] = [0, 0, 0]
  for (const reader = opened.value.getReader(); ;) {
    const { done, value } = await reader.read()
    if (done) break
    await sink.write(value)
    bytes += value.byteLength
    if (file.bundle === null) rows = countRows(value)
    const now = performance.now()
    if (now - shown < SHOWN_EVERY_MILLISECONDS) continue
    shown = now
    change({ bytes, rows, seconds: (now - begun) / 1_000 })
  }
  change({ bytes, rows, seconds: (performance.now() - begun) / 1_000 })
  return null
}

/** Whether a file that was made again has the bytes of the first. */
async function compared({ call, store }: DownloadPorts, { downloadId }: FileToSave): Promise<string> {
  await store.get(queryClientAtom).invalidateQueries({ queryKey: [DOWNLOAD_FILES_KEY] })
  const now = await call(fileInfo, { fileId: downloadId }, { silent: 'all' })
  return now.ok ? comparedWords(now.value) : ''
}

function open({ openFile }: DownloadPorts, file: FileToSave, signal: AbortSignal) {
  const { downloadId, bundle, isAgain } = file
  if (isAgain) return openFile(fileAgain, { fileId: downloadId }, { signal })
  return bundle === null
    ? openFile(downloadStream, csvRequest(file), { signal })
    : openFile(downloadBundle, { downloadId, codes: bundle }, { signal })
}

/** Polls the position in the queue until aborted. */
function askForPlace({ store, call }: DownloadPorts, id: string, { downloadId }: FileToSave): () => void {
  if (!store.get(isOfferedAtom)(downloadQueue)) return () => undefined
  let isOver = false
  const ask = async () => {
    const answer = await call(downloadQueue, { downloadId }, { silent: 'all' })
    if (isOver || !answer.ok || answer.value.state !== 'waiting') return
    store.set(changeJobAtom, id, { ahead: answer.value.ahead })
  }
  const timer = setInterval(() => void ask(), ASKED_EVERY_MILLISECONDS)
  return () => {
    isOver = true
    clearInterval(timer)
  }
}

/** Makes the job cancellable; it also ends at logout. Leaving the page asks for confirmation. */
function beginJob({ store }: DownloadPorts, { id, username }: DownloadJob) {
  const stop = new AbortController()
  store.set(stopsAtom, new Map([...store.get(stopsAtom), [id, stop]]))
  const stopWatching = store.sub(userAtom, () => {
    if (store.get(userAtom)?.username !== username) stop.abort()
  })
  window.addEventListener('beforeunload', askBeforeLeaving)
  return {
    stop,
    end: () => {
      stopWatching()
      const others = new Map(store.get(stopsAtom))
      others.delete(id)
      store.set(stopsAtom, others)
      if (others.size === 0) window.removeEventListener('beforeunload', askBeforeLeaving)
    },
  }
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** The request for a CSV; options that are not taken are omitted, for a back end without them. */
export function csvRequest({ downloadId, name, csv }: FileToSave) {
  return {
    ...syntaxRequest({ downloadId, name, csv }),
    ...(csv.hasByteOrderMark && { bom: 'yes' as const }),
    ...(csv.escapesFormulas && { formulas: 'escape' as const }),
  }
}

/** The request for the syntax that reads the CSV. */
export function syntaxRequest({ downloadId, name, csv }: Pick<FileToSave, 'downloadId' | 'name' | 'csv'>) {
  return {
    downloadId,
    filename: name,
    ...(csv.codes === 'labels' && { codes: csv.codes }),
    ...(csv.splitsDates && { dates: 'parts' as const }),
  }
}
