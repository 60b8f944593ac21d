import { bidsSidecar } from '#server/modules/downloads/dictionaries/bids-sidecar.ts'
import { definitionsText, type DescribedDownload } from '#server/modules/downloads/bundle/definitions.ts'
import { loadInPython, loadInR } from '#server/modules/downloads/bundle/loading-snippets.ts'
import { hasParquet, parquetPieces } from '#server/modules/downloads/bundle/parquet.ts'
import { readmeText } from '#server/modules/downloads/bundle/readme.ts'
import { redcapDictionary } from '#server/modules/downloads/dictionaries/redcap-dictionary.ts'
import { bytesOf, zipOf, type ZipEntry } from '#server/modules/downloads/bundle/zip.ts'
import { csvPieces } from '#server/modules/downloads/stream/csv.ts'
import { linesOf } from '#server/modules/downloads/stream/lines.ts'
import { readFor, type DownloadReader, type UntilIdle } from '#server/modules/downloads/stream/reading.ts'
import type { DownloadTable } from '#server/engine/downloads/download-table.ts'
import { phenotypeHeader, phenotypePlan, PHENOTYPES, type Phenotype } from '#server/engine/downloads/phenotype-lines.ts'
import type { Database } from '#server/platform/db/database.ts'

/** A download with its documentation as a streamed zip archive; rows and checksums are of one snapshot. */
export function bundleOf(
  database: Database,
  table: DownloadTable,
  described: DescribedDownload,
  signal: AbortSignal,
  untilIdle: UntilIdle,
): AsyncGenerator<Uint8Array, undefined> {
  const make = (reading: DownloadReader) => zipOf(entriesOf(database, reading, table, described), described.madeAt)
  return readFor(database, signal, make, untilIdle)
}

function entriesOf(
  database: Database,
  reading: DownloadReader,
  table: DownloadTable,
  described: DescribedDownload,
): ZipEntry[] {
  const { columns, phenotypes, collidingIds } = described
  return [
    { name: 'README.txt', content: () => bytesOf(readmeText(described)) },
    { name: 'definitions.json', content: () => bytesOf(definitionsText(described)) },
    { name: 'data-dictionary.csv', content: () => bytesOf(redcapDictionary(columns)) },
    { name: 'data.json', content: () => bytesOf(bidsSidecar(columns)) },
    { name: 'load.R', content: () => bytesOf(loadInR(columns)) },
    { name: 'load.py', content: () => bytesOf(loadInPython(columns)) },
    { name: 'data.csv', content: () => csvPieces(reading, table) },
    ...(collidingIds === null
      ? [{ name: 'phenotype.txt', content: () => phenotypePieces(reading, table, phenotypes) }]
      : []),
    ...(hasParquet(columns)
      ? [{ name: 'data.parquet', content: () => parquetPieces(database, reading, table), isStored: true }]
      : []),
  ]
}

async function* phenotypePieces(
  reading: DownloadReader,
  table: DownloadTable,
  phenotypes: readonly Phenotype[],
): AsyncGenerator<Uint8Array, undefined> {
  yield new TextEncoder().encode(`${phenotypeHeader(phenotypes)}\n`)
  yield* linesOf(reading, table, { shape: PHENOTYPES, planOf: phenotypePlan(phenotypes) })
}
