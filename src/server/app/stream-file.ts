import { sendFile } from '#server/modules/downloads/prepared-download.ts'
import type { DownloadServices } from '#server/modules/downloads/services.ts'
import { withFirstChunks } from '#server/modules/downloads/stream/csv.ts'
import { readFor } from '#server/modules/downloads/stream/reading.ts'
import type { PedigreeServices } from '#server/modules/pedigrees/services.ts'

/** Sends files of other modules under the limits of downloads. */
export function createStreamFile(services: DownloadServices): PedigreeServices['streamFile'] {
  const { database, fairQueue } = services
  return (incoming, { pieces, headers, ...file }) =>
    sendFile(
      { ...incoming, services },
      {
        ...file,
        // A failure of the first pieces is still refused with a status.
        make: async (signal) => ({
          headers,
          pieces: await withFirstChunks(readFor(database, signal, pieces, fairQueue.untilIdle)),
        }),
      },
    )
}
