import { addressOf } from '#api/request.ts'
import type { Failure, Result } from '#api/result.ts'
import { copyText } from '#command-kit/clipboard.ts'
import type { Store } from '#command-kit/context.ts'
import {
  fileAgain,
  fileInfo,
  download,
  downloadBundle,
  downloadNew,
  downloadSyntax,
  type CodeForm,
} from '#contract/downloads.ts'
import { citationBibtex, citationText } from '#domain/citation.ts'
import { downloadFileName } from '#domain/cohorts/cohorts.ts'
import { couldNotGetCohort } from '#domain/messages.ts'
import { cohortsAtom } from '#entities/cohorts/cohorts.ts'
import { callAtom, openFileAtom } from '#entities/server-state/services.ts'
import { userAtom } from '#entities/session/session.ts'
import { variableSetsAtom } from '#entities/variable-sets/variable-sets.ts'
import { citedFile } from '#features/downloads/files/compared-file.ts'
import {
  allJobsAtom,
  isOver,
  isUnderWay,
  jobsFor,
  PLAIN_CSV,
  stopsAtom,
  type CsvForms,
  type DownloadJob,
  type FileToSave,
} from '#features/downloads/jobs.ts'
import { csvRequest, runJob, syntaxRequest, type DownloadPorts } from '#features/downloads/run-job.ts'
import { startDownload } from '#ui/save-file.ts'

/** Starts to save a file; progress is in `jobsAtom`. */
export function saveDownload(store: Store, file: FileToSave): void {
  const username = store.get(userAtom)?.username ?? ''
  const id = crypto.randomUUID()
  const job: DownloadJob = {
    id,
    username,
    file,
    url: urlOf(file),
    state: 'waiting',
    ahead: null,
    rows: 0,
    bytes: 0,
    seconds: 0,
    message: '',
  }
  store.set(allJobsAtom, [job, ...store.get(allJobsAtom)])
  void runJob(portsOf(store), id)
}

/** Prepares a cohort and a variable set, and saves their bundle. */
export async function saveBundle(
  store: Store,
  cohortId: number,
  variableSetId: number,
  codes: CodeForm,
): Promise<Failure | void> {
  const prepared = await prepare(store, cohortId, variableSetId, 'zip')
  if (!prepared.ok) return prepared
  saveDownload(store, {
    ...prepared.value,
    isAgain: false,
    bundle: codes,
    csv: PLAIN_CSV,
    totalRows: null,
  })
}

/** Prepares a cohort and a variable set, and saves the SPSS syntax that reads their CSV. */
export async function saveSyntax(
  store: Store,
  cohortId: number,
  variableSetId: number,
  csv: Pick<CsvForms, 'codes' | 'splitsDates'>,
): Promise<Failure | void> {
  const prepared = await prepare(store, cohortId, variableSetId, 'csv')
  if (!prepared.ok) return prepared
  const { name } = prepared.value
  const request = syntaxRequest({ ...prepared.value, csv: { ...PLAIN_CSV, ...csv } })
  startDownload(addressOf(downloadSyntax, request), name.replace(/\.csv$/, '.sps'))
}

/** The id of a file of a cohort and a variable set, and its name. */
async function prepare(
  store: Store,
  cohortId: number,
  variableSetId: number,
  ending: 'csv' | 'zip',
): Promise<Result<Pick<FileToSave, 'downloadId' | 'name'>>> {
  const { call } = store.get(callAtom)
  const answer = await call(downloadNew, { cohortId, variableSetId })
  if (!answer.ok) return answer
  const cohort = store.get(cohortsAtom).data?.find((cohort) => cohort.cohortId === cohortId)
  const set = store.get(variableSetsAtom).data?.find((set) => set.variableSetId === variableSetId)
  const name = downloadFileName(cohort?.name ?? couldNotGetCohort(cohortId), set?.name ?? String(variableSetId), ending)
  return { ok: true, value: { downloadId: answer.value[0]?.downloadId ?? '', name } }
}

/** Downloads an earlier file again. */
export async function saveAgain(store: Store, fileId: string): Promise<Failure | void> {
  const { call } = store.get(callAtom)
  const earlier = await call(fileInfo, { fileId })
  if (!earlier.ok) return earlier
  const { file } = earlier.value
  saveDownload(store, {
    downloadId: fileId,
    name: file.fileName,
    isAgain: true,
    bundle: file.isBundle ? 'codes' : null,
    csv: PLAIN_CSV,
    totalRows: file.rows,
  })
}

/** Copies the citation of an earlier file to the clipboard. */
export async function copyCitation(store: Store, fileId: string, form: 'text' | 'bibtex'): Promise<Failure | void> {
  const { call } = store.get(callAtom)
  const earlier = await call(fileInfo, { fileId })
  if (!earlier.ok) return earlier
  const cited = citedFile(earlier.value.file)
  await copyText(form === 'text' ? citationText(cited) : citationBibtex(cited))
}

/** Cancels a download, or the latest running one, on the server too. */
export function cancelDownload(store: Store, jobId: string | undefined): void {
  const job = jobsFor(store, isUnderWay, jobId)
  if (job) store.get(stopsAtom).get(job.id)?.abort()
}

/** Restarts a failed or cancelled download from the beginning. */
export function retryDownload(store: Store, jobId: string | undefined): void {
  const job = jobsFor(store, isOver, jobId)
  if (job) void runJob(portsOf(store), job.id)
}

function portsOf(store: Store): DownloadPorts {
  return { store, ...store.get(callAtom), ...store.get(openFileAtom) }
}

/** The address for a direct download, not streamed, so that the browser knows its length. */
function urlOf(file: FileToSave): string {
  const { downloadId, bundle, isAgain } = file
  if (isAgain) return addressOf(fileAgain, { fileId: downloadId })
  return bundle === null
    ? addressOf(download, csvRequest(file))
    : addressOf(downloadBundle, { downloadId, codes: bundle })
}
