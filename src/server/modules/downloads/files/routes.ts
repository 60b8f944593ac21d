import { fileAgain, fileInfo, filesInfo } from '#contract/download-files.ts'
import { differenceFor } from '#server/disclosure/reader-counts.ts'
import type { Release } from '#server/model/release.ts'
import {
  NONE_READABLE,
  piecesAgain,
  presentExtent,
  releaseOf,
  storedFile,
} from '#server/modules/downloads/files/make-again.ts'
import { sendFile } from '#server/modules/downloads/prepared-download.ts'
import type { DownloadServices } from '#server/modules/downloads/services.ts'
import { withFirstChunks } from '#server/modules/downloads/stream/csv.ts'
import { attachment, requireChunks } from '#server/platform/http/file-responses.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { routeForChange } from '#server/platform/http/route-for-change.ts'
import { inFairQueue, routeFor, type Api } from '#server/platform/http/route-for.ts'
import { deleteOldFiles, downloadFilesOf, type DownloadFile } from '#server/store/downloads/download-files.ts'
import { releasesOf } from '#server/store/releases/releases.ts'

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
      // Of an undone release the numbers of individuals may be those of others.
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
    await incoming.change((own) => deleteOldFiles(own, user.accountId, fileid))
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
