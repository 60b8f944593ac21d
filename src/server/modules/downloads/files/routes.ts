import { fileAgain, fileInfo, filesInfo } from '#contract/downloads.ts'
import { catalogVariablesOf } from '#server/disclosure/ledger/definition-keys.ts'
import { differenceFor } from '#server/disclosure/reader-counts.ts'
import { downloadExtent, type DownloadExtent } from '#server/engine/downloads/extent.ts'
import { GIVEN_COHORT_ID, readEarlierAnswers, readMembers } from '#server/engine/releases/earlier-data.ts'
import type { Release } from '#server/model/release.ts'
import type { User } from '#server/model/user.ts'
import { dataEntries } from '#server/modules/downloads/bundle/bundle.ts'
import { bytesOf, zipOf } from '#server/modules/downloads/bundle/zip.ts'
import { readRecipe, tracedBy } from '#server/modules/downloads/files/recipe.ts'
import { recordedAgain } from '#server/modules/downloads/files/record-file.ts'
import { sendFile } from '#server/modules/downloads/prepared-download.ts'
import type { DownloadServices } from '#server/modules/downloads/services.ts'
import { withFirstChunks, csvPieces } from '#server/modules/downloads/stream/csv.ts'
import { readFor, type DownloadReader, type UntilIdle } from '#server/modules/downloads/stream/reading.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'
import { withTemporaryTables } from '#server/platform/db/write-lock.ts'
import { attachment, requireChunks } from '#server/platform/http/file-responses.ts'
import { Refusal, notFound } from '#server/platform/http/refusal.ts'
import { routeForChange } from '#server/platform/http/route-for-change.ts'
import { inFairQueue, routeFor, type Api } from '#server/platform/http/route-for.ts'
import {
  deleteOldFiles,
  downloadFilesOf,
  type DownloadFile,
  findDownloadFile,
  findFileContent,
  type FileContent,
} from '#server/store/downloads/download-files.ts'
import { releasesOf } from '#server/store/releases/releases.ts'

type Recipe = NonNullable<ReturnType<typeof readRecipe>>

/** A file with its content; `prevented`: why it cannot be made again, or null. */
type StoredFile = {
  readonly file: DownloadFile
  readonly content: FileContent
  readonly release: Release | null
} & (
  | { readonly prevented: string; readonly recipe: null }
  | { readonly prevented: null; readonly recipe: Recipe; readonly release: Release }
)

const RELEASE_UNDONE = 'The data release of this file was undone.'
const KEY_GONE = 'The server no longer has the key of the pseudonyms in this file.'
const VARIABLES_GONE = 'The data no longer have all variables of this file.'
const NONE_READABLE = 'You may no longer read any individual in this file.'

async function storedFile(
  connection: Connection,
  services: DownloadServices,
  user: User,
  fileId: string,
): Promise<StoredFile> {
  const file = await findDownloadFile(connection, user.accountId, fileId)
  const content = await findFileContent(connection, user.accountId, fileId)
  if (!file || !content) throw notFound('file')
  const release = releaseOf(await releasesOf(connection), file)
  const traceSecret = await services.settings.traceKey.read()
  if (tracedBy(content.recipe, traceSecret)?.isKey === false) {
    return { file, content, release, prevented: KEY_GONE, recipe: null }
  }
  const recipe = readRecipe(content.recipe, { catalog: await services.catalog(connection), reader: user, traceSecret })
  if (release === null) return { file, content, release, prevented: RELEASE_UNDONE, recipe: null }
  if (recipe === null) return { file, content, release, prevented: VARIABLES_GONE, recipe: null }
  return { file, content, release, prevented: null, recipe }
}

/** The release of a file's data; null if it was undone. */
function releaseOf(releases: readonly Release[], { release }: DownloadFile): Release | null {
  return releases.find(({ no, madeAt }) => no === release?.no && madeAt === release.madeAt) ?? null
}

/** The individuals of a file by whether the user may read them now. */
function presentExtent(
  database: Database,
  { content }: StoredFile,
  user: User,
  signal: AbortSignal,
): Promise<DownloadExtent> {
  const read = async (connection: Connection) => {
    await readMembers(connection, content.individuals)
    return downloadExtent(connection, GIVEN_COHORT_ID, user)
  }
  return withTemporaryTables(database, read, signal)
}

/** The pieces of a file with the individuals, the definitions and the answers of then. */
function piecesAgain(
  services: DownloadServices,
  user: User,
  fileId: string,
  signal: AbortSignal,
  untilIdle: UntilIdle,
): AsyncGenerator<Uint8Array, undefined> {
  const pieces = async function* (reading: DownloadReader) {
    const { connection, guarded } = reading
    // Read in the snapshot of the rows: the data may have changed while the download waited.
    const stored = await storedFile(connection, services, user, fileId)
    if (stored.prevented !== null) throw new Refusal(409, stored.prevented)
    const { content, release, recipe } = stored
    const variables = new Set(recipe.table.variables.flatMap(catalogVariablesOf))
    await guarded(() => readEarlierAnswers(connection, release, [...variables]))
    await guarded(() => readMembers(connection, content.individuals))
    const { excluded } = await guarded(() => downloadExtent(connection, GIVEN_COHORT_ID, user))
    const isWhole = excluded.length === 0
    yield* recordedAgain(services, user, stored, filePieces(services, { content, isWhole }, recipe, reading))
    return undefined
  }
  return readFor(services.database, signal, pieces, untilIdle)
}

/** Documents that count individuals of all collections of the file. */
const COUNTING_DOCUMENTS: readonly string[] = ['README.txt', 'flow.svg', 'flow.tsv', 'table1.tsv']

function filePieces(
  services: DownloadServices,
  { content: { documents }, isWhole }: { readonly content: FileContent; readonly isWhole: boolean },
  { table, bundle }: Recipe,
  reading: DownloadReader,
): AsyncGenerator<Uint8Array, undefined> {
  if (bundle === null) return csvPieces(reading, table)
  const texts = [...documents]
    .filter(([name]) => isWhole || !COUNTING_DOCUMENTS.includes(name))
    .map(([name, text]) => ({ name, content: () => bytesOf(text) }))
  return zipOf([...texts, ...dataEntries(services, { ...bundle, table }, reading)], bundle.crate.cited.madeAt)
}

/** Files that were downloaded (capability "download-files"). */
export function downloadFileRoutes(api: Api<DownloadServices>): void {
  const { fairQueue } = api.services
  const { untilIdle } = fairQueue

  routeFor(api, filesInfo, async ({ authenticate, connection }) => {
    const { accountId } = await authenticate()
    const files = await downloadFilesOf(connection, accountId)
    const releases = await releasesOf(connection)
    return {
      data: files.filter(({ againOf }) => againOf === null).map((file) => presentFile(file, releaseOf(releases, file))),
    }
  })

  routeFor(
    api,
    fileInfo,
    inFairQueue(async ({ authenticate, validate, connection, services, limit }) => {
      const user = await authenticate()
      const { fileid } = await validate()
      const stored = await storedFile(connection, services, user, fileid)
      // After an undone release, numbers of individuals may belong to other individuals.
      const { rows, excluded } =
        stored.prevented === null
          ? await presentExtent(services.database, stored, user, limit.signal)
          : { rows: 0, excluded: [] }
      const again = (await downloadFilesOf(connection, user.accountId)).filter(({ againOf }) => againOf === fileid)
      return {
        file: presentFile(stored.file, stored.release),
        definitions: stored.content.documents.get('definitions.json') ?? null,
        again: again.map(({ madeAt, sha256, software }) => ({ made_at: momentOf(madeAt), sha256, software })),
        prevented: stored.prevented ?? (rows === 0 && stored.file.rows > 0 ? NONE_READABLE : null),
        withdrawn: differenceFor(user, () => stored.file.rows - stored.content.individuals.length),
        // The user knows the sizes of then.
        left_out: excluded.map(({ collection, count }) => ({ collection, count: differenceFor(user, () => count) })),
      }
    }),
  )

  routeForChange(api, fileAgain, async (incoming) => {
    const user = await incoming.authenticate()
    requireChunks(incoming.context)
    const { fileid } = await incoming.validate()
    const { connection, services } = incoming
    const stored = await storedFile(connection, services, user, fileid)
    if (stored.prevented !== null) throw new Refusal(409, stored.prevented)
    const { signal: end } = incoming.limit
    const { rows, collections } = await fairQueue.run(user.accountId, end, () =>
      presentExtent(services.database, stored, user, end),
    )
    if (rows === 0 && stored.file.rows > 0) throw new Refusal(403, NONE_READABLE)
    incoming.addDetails({ fileid, rows, collections })
    await incoming.change((tx) => deleteOldFiles(tx, user.accountId, fileid))
    const { fileName, isBundle } = stored.file
    return sendFile(incoming, {
      downloadId: fileid,
      user,
      make: async (signal) => ({
        pieces: await withFirstChunks(piecesAgain(services, user, fileid, signal, untilIdle)),
        headers: { ...attachment(fileName), ...(isBundle && { 'content-type': 'application/zip' }) },
      }),
    })
  })
}

function presentFile(file: DownloadFile, release: Release | null) {
  return {
    fileid: file.fileId,
    made_at: momentOf(file.madeAt),
    file_name: file.fileName,
    is_bundle: file.isBundle,
    cohort_name: file.cohortName,
    set_name: file.setName,
    rows: file.rows,
    variables: file.variables,
    bytes: file.bytes,
    sha256: file.sha256,
    software: file.software,
    release: release?.name ?? null,
    release_hash: release?.contentHash ?? null,
  }
}

function momentOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
