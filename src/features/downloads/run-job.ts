import { atom } from 'jotai'
import type { Call, Failure, OpenFile } from '#api/result.ts'
import type { Store } from '#command-kit/context.ts'
import { fileAgain, fileInfo } from '#contract/download-files.ts'
import { downloadBundle, downloadQueue, downloadStream } from '#contract/downloads.ts'
import { createRowCounter } from '#domain/imports/csv-rows.ts'
import { CONNECTION_LOST } from '#domain/messages.ts'
import { queryClientAtom } from '#entities/server-state/services.ts'
import { isOfferedAtom, userAtom } from '#entities/session/session.ts'
import { comparedWords, DOWNLOAD_FILES_KEY } from '#features/downloads/files/compared-file.ts'
import { allJobsAtom, stopsAtom, type DownloadJob, type FileToSave } from '#features/downloads/jobs.ts'
import { openSink, type Sink } from '#features/downloads/sink.ts'
import { saveFile, startDownload } from '#ui/save-file.ts'

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

/** The request for a CSV; the option is omitted for a back end without it. */
export function csvRequest({ downloadId, name, escapesFormulas }: FileToSave) {
  return { downloadId, filename: name, ...(escapesFormulas && { formulas: 'escape' as const }) }
}
