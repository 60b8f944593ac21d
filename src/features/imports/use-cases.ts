import { atom } from 'jotai'
import type { Failure } from '#api/result.ts'
import type { CommandContext } from '#command-kit/context.ts'
import { importCancel, importLeaveOut, importProgress, importReport, importRun, importUndo } from '#contract/imports.ts'
import type { ImportProgress, ImportReport } from '#contract/shapes/entities.ts'
import { NO_REPEATS, readRepeatRules, repeatText } from '#domain/imports/import-options.ts'
import { IMPORT_BYTES_MAX, IMPORT_FILES_MAX } from '#domain/limits.ts'
import { countOf, formatCount, formatBytes } from '#domain/numbers.ts'
import { queryClientAtom, sendBytesAtom } from '#entities/server-state/services.ts'
import { filesToSend, type ChosenFile, sendFiles } from '#features/imports/choose-files.ts'
import {
  AS_FOUND,
  importAtom,
  importOpenAtom,
  isUnderWay,
  newImport,
  type ImportView,
  type Reading,
} from '#features/imports/state.ts'

type Ports = Pick<CommandContext, 'call' | 'store' | 'user' | 'toast'>

const ASKED_EVERY_MILLISECONDS = 400

export const changeImportAtom = atom(null, (get, set, change: Partial<ImportView>) =>
  set(importAtom, { ...get(importAtom), ...change }),
)
export const changeReadingAtom = atom(null, (get, set, change: Partial<Reading>) => {
  const view = get(importAtom)
  set(importAtom, { ...view, reading: { ...view.reading, ...change }, failure: null })
})

/** Aborts the running upload or reading. */
const abortAtom = atom<AbortController | null>(null)

function beginAbortable(store: Ports['store']): AbortSignal {
  const controller = new AbortController()
  store.set(abortAtom, controller)
  return controller.signal
}

/** Opens the dialog; an import still running, or one interrupted by a reload, is resumed. */
export function openImport(ports: Ports): void {
  const { store, user } = ports
  const username = user?.username ?? ''
  if (store.get(importAtom).username !== username || store.get(importAtom).step === 'undo') {
    store.get(abortAtom)?.abort()
    store.set(importAtom, newImport(username))
  }
  store.set(importOpenAtom, true)
  if (store.get(importAtom).step === 'choose') void resumeImport(ports)
}

async function resumeImport(ports: Ports): Promise<void> {
  const { call, store } = ports
  const answer = await call(importProgress, {})
  if (!answer.ok || answer.value.state !== 'importing' || store.get(importAtom).step !== 'choose') return
  store.set(changeImportAtom, { step: 'importing', progress: answer.value, reportId: answer.value.reportId })
  await watchImport(ports)
}

/** Opens the dialog at the undo step, unless an import is running. */
export async function askToUndo({ call, store, user }: Ports): Promise<void> {
  const username = user?.username ?? ''
  store.set(importOpenAtom, true)
  if (store.get(importAtom).username === username && isUnderWay(store.get(importAtom))) return
  store.set(importAtom, { ...newImport(username), step: 'undo' })
  const answer = await call(importProgress, {})
  if (store.get(importAtom).step !== 'undo') return
  apply(store, answer.ok ? { progress: answer.value } : { failure: answer })
}

export async function undoLastImport({ call, store, toast }: Ports): Promise<void> {
  const undone = await call(importUndo, {})
  if (!undone.ok) return apply(store, { failure: undone })
  store.set(importAtom, newImport(store.get(importAtom).username))
  toast.success(`The last import was undone: ${countOf(undone.value.individuals, 'individual')} removed.`)
  await store.get(queryClientAtom).invalidateQueries()
}

/** Uploads the chosen files, and reads them. */
export async function takeFiles(ports: Ports, chosen: readonly ChosenFile[]): Promise<void> {
  const { store, call } = ports
  const { files, leftOut } = filesToSend(chosen)
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0)
  const refusal = refusalOf(chosen.length, files.length, bytes)
  const change = (next: Parameters<typeof apply>[1]) => apply(store, next)
  if (refusal !== null) return change({ failure: { message: refusal, issues: [] } })
  const signal = beginAbortable(store)
  change({
    step: 'sending',
    files: { count: files.length, bytes, leftOut },
    sentBytes: 0,
    report: null,
    readWith: null,
    reading: AS_FOUND,
    failure: null,
  })
  const { sendBytes } = store.get(sendBytesAtom)
  try {
    const sent = await sendFiles({ call, sendBytes, signal, onSent: (sentBytes) => change({ sentBytes }) }, files)
    if (!sent.ok) return change({ step: 'choose', failure: sent })
    change({ reportId: sent.reportId })
  } catch {
    // Cancelled: the canceller sets the next state.
    return
  }
  await readFiles(ports)
}

function refusalOf(chosen: number, files: number, bytes: number): string | null {
  if (chosen === 0) return 'The folder has no files.'
  if (files === 0) return `None of these ${countOf(chosen, 'file')} is a table, a pedigree or a dictionary.`
  if (files > IMPORT_FILES_MAX)
    return `These are ${countOf(files, 'file')}; at most ${formatCount(IMPORT_FILES_MAX)} can be taken.`
  if (bytes <= IMPORT_BYTES_MAX) return null
  return `These are ${formatBytes(bytes)}; at most 2 GB can be sent. The command line has no such limit.`
}

/** Reads the upload with the form's options. */
export async function readFiles({ call, store }: Ports): Promise<void> {
  const { reportId, reading, readWith } = store.get(importAtom)
  if (reportId === null) return
  // Its report has the options that are kept with the study.
  const isFirst = readWith === null
  const signal = beginAbortable(store)
  apply(store, { step: 'reading', progress: null, failure: null })
  const stopAsking = askForProgress({ call, store })
  try {
    const answer = await call(importReport, isFirst ? { reportId } : requestOf(reportId, reading), { signal })
    if (answer.ok) {
      const readWith = isFirst ? readingOf(answer.value) : reading
      apply(store, { step: 'report', report: answer.value, reading: readWith, readWith })
    } else apply(store, { step: store.get(importAtom).report ? 'report' : 'choose', failure: answer })
  } catch {
    // Cancelled.
  } finally {
    stopAsking()
  }
}

/** Reads the files again without one of them. */
export async function leaveFileOut(ports: Ports, path: string): Promise<Failure | void> {
  const { call, store } = ports
  const { reportId, files } = store.get(importAtom)
  if (reportId === null) return
  const answer = await call(importLeaveOut, { reportId, path })
  if (!answer.ok) return answer
  if (files) apply(store, { files: { ...files, count: files.count - 1, leftOut: [...files.leftOut, path] } })
  await readFiles(ports)
}

/** Changes options as a finding of the report needs it, and reads the files again. */
export async function readFilesWith(ports: Ports, change: Partial<Reading>): Promise<void> {
  ports.store.set(changeReadingAtom, change)
  await readFiles(ports)
}

/** Declares further missing codes, and reads the files again. */
export async function acceptMissing(ports: Ports, codes: string): Promise<void> {
  const { missing } = ports.store.get(importAtom).reading
  await readFilesWith(ports, { missing: missing.trim() === '' ? codes : `${missing},${codes}` })
}

export async function runImport(ports: Ports): Promise<void> {
  const { call, store } = ports
  const { reportId, reading, report, password } = store.get(importAtom)
  if (reportId === null || !report) return
  apply(store, { step: 'importing', progress: null, failure: null })
  const request = requestOf(reportId, reading)
  const begun = await call(importRun, report.needsPassword ? { ...request, password } : request)
  if (!begun.ok) return apply(store, { step: 'report', failure: begun })
  await watchImport(ports)
}

/** Polls an import until it ends. */
async function watchImport({ call, store, toast }: Ports): Promise<void> {
  for (;;) {
    const answer = await call(importProgress, {})
    if (store.get(importAtom).step !== 'importing') return
    // A lost response does not end the import: keep polling.
    if (!answer.ok && answer.status !== 0) return apply(store, { step: 'report', failure: answer })
    if (answer.ok) {
      apply(store, { progress: answer.value })
      if (answer.value.state !== 'importing') {
        await end({ store, toast }, answer.value)
        return
      }
    }
    await new Promise((resolve) => setTimeout(resolve, ASKED_EVERY_MILLISECONDS))
  }
}

async function end({ store, toast }: Pick<Ports, 'store' | 'toast'>, progress: ImportProgress): Promise<void> {
  if (progress.state === 'imported') {
    apply(store, { step: 'done', report: null, password: '' })
    if (!store.get(importOpenAtom)) toast.success('The data are imported.')
    // All cached data are outdated.
    await store.get(queryClientAtom).invalidateQueries()
    return
  }
  if (progress.state === 'none') return store.set(importAtom, newImport(store.get(importAtom).username))
  const [first] = progress.problems
  const message = first ? `${first.file === '' ? '' : `${first.file}: `}${first.text}` : 'The import was cancelled.'
  apply(store, { step: store.get(importAtom).report ? 'report' : 'choose', failure: { message, issues: [] } })
}

/** Cancels the running step; files can be chosen again. */
export async function cancelImport({ call, store }: Ports): Promise<void> {
  store.get(abortAtom)?.abort()
  const answer = await call(importCancel, {})
  if (answer.ok) store.set(importAtom, newImport(store.get(importAtom).username))
  else apply(store, { failure: answer })
}

function askForProgress({ call, store }: Pick<Ports, 'call' | 'store'>): () => void {
  let isOver = false
  const ask = async () => {
    const answer = await call(importProgress, {})
    if (!isOver && answer.ok) apply(store, { progress: answer.value })
  }
  const timer = setInterval(() => void ask(), ASKED_EVERY_MILLISECONDS)
  return () => {
    isOver = true
    clearInterval(timer)
  }
}

function apply(store: Ports['store'], change: Parameters<(typeof changeImportAtom)['write']>[2]): void {
  store.set(changeImportAtom, change)
}

/** The options of the first report: those kept with the study, or the defaults. */
function readingOf({ options }: ImportReport): Reading {
  const rules = readRepeatRules(options.repeat) ?? NO_REPEATS
  const isPlain = rules.everywhere !== null && rules.everywhere.orderBy === null
  return {
    ...AS_FOUND,
    study: options.study,
    collection: options.collection,
    missing: options.missing,
    keepsNotAvailable: options.keepNa,
    similarIds: options.similarIds,
    map: options.map,
    repeat: isPlain ? (rules.everywhere?.way ?? null) : null,
    repeatByTable: isPlain ? repeatText({ ...rules, everywhere: null }) : options.repeat,
  }
}

function requestOf(reportId: string, reading: Reading) {
  const {
    collection,
    study,
    skipBadRows,
    isUpdate,
    isNewOptions,
    missing,
    keepsNotAvailable,
    similarIds,
    sameAs,
    map,
    types,
  } = reading
  const rules = [reading.repeat ?? '', reading.repeatByTable].filter((rule) => rule.trim() !== '')
  const named = Object.fromEntries(Object.entries(map).filter(([, column]) => column.trim() !== ''))
  return {
    reportId,
    collection,
    study,
    repeat: rules.join(','),
    skipBadRows,
    update: isUpdate,
    newOptions: isNewOptions,
    missing,
    keepNa: keepsNotAvailable,
    similarIds,
    ...(sameAs.trim() !== '' && { sameAs }),
    map: named,
    types,
  }
}
