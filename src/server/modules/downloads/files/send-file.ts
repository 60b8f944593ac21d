import type { Release } from '#server/model/release.ts'
import type { User } from '#server/model/user.ts'
import { dataEntries, documentEntries } from '#server/modules/downloads/bundle/bundle.ts'
import { definitionsText, type DescribedDownload } from '#server/modules/downloads/bundle/definitions.ts'
import { describeDownload } from '#server/modules/downloads/bundle/describe-download.ts'
import { zipOf } from '#server/modules/downloads/bundle/zip.ts'
import { keptDocuments, recorded } from '#server/modules/downloads/files/record-file.ts'
import type { PreparedDownload } from '#server/modules/downloads/prepared-download.ts'
import type { DownloadServices } from '#server/modules/downloads/services.ts'
import { csvOf, csvPieces } from '#server/modules/downloads/stream/csv.ts'
import { readFor } from '#server/modules/downloads/stream/reading.ts'
import { releasesOf } from '#server/store/releases/releases.ts'

/** A download as streamed CSV, in the order of individuals. It is recorded when it is complete. */
export function sentCsv(
  services: DownloadServices,
  user: User,
  { cohortName, set, table }: PreparedDownload,
  fileName: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, undefined> {
  const { database, settings, fairQueue } = services
  const { untilIdle } = fairQueue
  if (!settings.capabilities.includes('download-files')) return csvOf(database, table, signal, untilIdle)
  const documents = (release: Release | null) =>
    database.withConnection(async (connection) => {
      const { described } = await describeDownload(connection, services, {
        user,
        set,
        table,
        codeForm: table.labels ? 'labels' : 'codes',
      })
      const [present = null] = await releasesOf(connection)
      // An import ended while the rows were sent: the definitions would count later data.
      const isOfRows = present?.no === release?.no && present?.madeAt === release?.madeAt
      return new Map(isOfRows ? [['definitions.json', definitionsText(described)]] : [])
    })
  const file = { user, table, bundle: null, names: { fileName, cohortName, setName: set.name }, documents }
  return readFor(database, signal, (reading) => recorded(services, reading, file, csvPieces(reading, table)), untilIdle)
}

/** A download with its documentation as a streamed zip archive; rows and checksums are of one snapshot. */
export function sentBundle(
  services: DownloadServices,
  user: User,
  prepared: PreparedDownload & { readonly described: DescribedDownload },
  fileName: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, undefined> {
  const { database, settings, fairQueue } = services
  const { cohortName, set, table, described } = prepared
  const traits = described.collidingIds === null ? described.phenotypes : null
  const bundle = { traits, crate: { title: described.title, username: user.username, cited: described.cited } }
  const documents = new Map<string, string>()
  const names = { fileName, cohortName, setName: set.name }
  const file = { user, table, bundle, names, documents: () => Promise.resolve(documents) }
  return readFor(
    database,
    signal,
    (reading) => {
      const before = keptDocuments(documentEntries(services, user, prepared, reading), documents)
      const zip = zipOf([...before, ...dataEntries(services, { ...bundle, table }, reading)], described.madeAt)
      return settings.capabilities.includes('download-files') ? recorded(services, reading, file, zip) : zip
    },
    fairQueue.untilIdle,
  )
}
