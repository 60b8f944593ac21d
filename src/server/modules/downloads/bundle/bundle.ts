import { bidsSidecar, redcapDictionary } from '#server/modules/downloads/dictionaries/dictionary-formats.ts'
import { definitionsText, type DescribedDownload } from '#server/modules/downloads/bundle/definitions.ts'
import { loadInPython, loadInR } from '#server/modules/downloads/bundle/loading-snippets.ts'
import { hasParquet, parquetPieces } from '#server/modules/downloads/bundle/parquet.ts'
import { linesOf as tsvLinesOf, tableOnePieces } from '#server/modules/downloads/bundle/table-one.ts'
import type { DownloadServices } from '#server/modules/downloads/services.ts'
import { flowTable, flowTitle } from '#domain/cohort-flow.ts'
import { drawFlow, FLOW_WIDTH } from '#domain/pictures/draw-flow.ts'
import { svgOf } from '#domain/pictures/svg-document.ts'
import type { User } from '#server/model/user.ts'
import { dataPackage } from '#server/modules/downloads/bundle/data-package.ts'
import { readmeText } from '#server/modules/downloads/bundle/readme.ts'
import { csvLine, csvPieces } from '#server/modules/downloads/stream/csv.ts'
import { linesOf } from '#server/modules/downloads/stream/lines.ts'
import { readFor, type DownloadReader, type UntilIdle } from '#server/modules/downloads/stream/reading.ts'
import { CSV, type DownloadTable } from '#server/engine/downloads/download-table.ts'
import { OMOP_COHORT_COLUMNS, omopCohortPlan } from '#server/engine/downloads/omop-cohort.ts'
import { phenotypeHeader, phenotypePlan, PHENOTYPES, type Phenotype } from '#server/engine/downloads/phenotype-lines.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A download with its documentation as a streamed zip archive; rows and checksums are of one snapshot. */
export function bundleOf(
  services: Pick<DownloadServices, 'database' | 'describeCohort'>,
  user: User,
  documented: DocumentedTable,
  signal: AbortSignal,
  untilIdle: UntilIdle,
): AsyncGenerator<Uint8Array, undefined> {
  const tableOne = (reading: DownloadReader) => tableOnePieces(services, reading, documented.table, user)
  const { database } = services
  const make = (reading: DownloadReader) =>
    zipOf(entriesOf(database, reading, documented, tableOne), documented.described.madeAt)
  return readFor(database, signal, make, untilIdle)
}

interface DocumentedTable {
  readonly table: DownloadTable
  readonly described: DescribedDownload
}

function entriesOf(
  database: Database,
  reading: DownloadReader,
  { table, described }: DocumentedTable,
  tableOne: (reading: DownloadReader) => AsyncGenerator<Uint8Array, undefined>,
): ZipEntry[] {
  const { columns, phenotypes, collidingIds, flow, lineage } = described
  const cohortName = lineage.at(-1)?.cohort.name ?? ''
  return [
    { name: 'README.txt', content: () => bytesOf(readmeText(described)) },
    { name: 'definitions.json', content: () => bytesOf(definitionsText(described)) },
    { name: 'flow.svg', content: () => bytesOf(svgOf(drawFlow(flow, FLOW_WIDTH), flowTitle(cohortName, flow))) },
    { name: 'flow.tsv', content: () => piecesOf(tsvLinesOf(flowTable(flow, String))) },
    ...(described.tableOne === 'written' ? [{ name: 'table1.tsv', content: () => tableOne(reading) }] : []),
    { name: 'data-dictionary.csv', content: () => bytesOf(redcapDictionary(columns)) },
    { name: 'data.json', content: () => bytesOf(bidsSidecar(columns)) },
    { name: 'datapackage.json', content: () => bytesOf(dataPackage(described)) },
    { name: 'load.R', content: () => bytesOf(loadInR(columns)) },
    { name: 'load.py', content: () => bytesOf(loadInPython(columns)) },
    { name: 'data.csv', content: () => csvPieces(reading, table) },
    { name: 'cohort.csv', content: () => omopPieces(reading, table) },
    ...(collidingIds === null
      ? [{ name: 'phenotype.txt', content: () => phenotypePieces(reading, table, phenotypes) }]
      : []),
    ...(hasParquet(columns)
      ? [{ name: 'data.parquet', content: () => parquetPieces(database, reading, table), isStored: true }]
      : []),
  ]
}

async function* omopPieces(reading: DownloadReader, table: DownloadTable): AsyncGenerator<Uint8Array, undefined> {
  yield new TextEncoder().encode(csvLine(OMOP_COHORT_COLUMNS))
  yield* linesOf(reading, table, { shape: CSV, planOf: omopCohortPlan })
}

async function* phenotypePieces(
  reading: DownloadReader,
  table: DownloadTable,
  phenotypes: readonly Phenotype[],
): AsyncGenerator<Uint8Array, undefined> {
  yield new TextEncoder().encode(`${phenotypeHeader(phenotypes)}\n`)
  yield* linesOf(reading, table, { shape: PHENOTYPES, planOf: phenotypePlan(phenotypes) })
}

/** A file of an archive, created lazily. */
export interface ZipEntry {
  readonly name: string
  readonly content: () => AsyncGenerator<Uint8Array, undefined>
  /** Already compressed: stored as it is. */
  readonly isStored?: boolean
}

const SUMS_FILE = 'SHA256SUMS'

/** The best level that keeps up with the database. */
const COMPRESSION_LEVEL = 1

/**
 * A streamed zip archive, no file buffered as a whole; the last file has the SHA-256 checksums. Ending the generator
 * stops all sources.
 */
export async function* zipOf(entries: readonly ZipEntry[], madeAt: Date): AsyncGenerator<Uint8Array, undefined> {
  const zip = new ZipFile()
  const sums: string[] = []
  const opened: { readonly content: AsyncGenerator<Uint8Array, undefined>; readonly source: Readable }[] = []
  const output = zip.outputStream.pipe(new PassThrough())
  const pieces: AsyncIterable<Uint8Array> = output
  zip.on('error', (error: Error) => output.destroy(error))
  const add = (entry: ZipEntry) => {
    const options = { mtime: madeAt, compressionLevel: entry.isStored === true ? 0 : COMPRESSION_LEVEL }
    zip.addReadStreamLazy(entry.name, options, (give) => {
      if (output.destroyed) return
      const content = entry.content()
      const source = Readable.from(content, { objectMode: false })
      opened.push({ content, source })
      // An unhandled error event would end the process.
      source.once('error', (error) => output.destroy(error))
      give(null, source)
    })
  }
  try {
    for (const entry of entries) add({ ...entry, content: () => summed(entry, sums) })
    add({ name: SUMS_FILE, content: () => bytesOf(sums.join('')) })
    zip.end()
    yield* pieces
  } finally {
    output.destroy()
    for (const { content, source } of opened) {
      source.destroy()
      await content.return(undefined).catch(() => undefined)
    }
  }
}

export function bytesOf(text: string): AsyncGenerator<Uint8Array, undefined> {
  return piecesOf(new TextEncoder().encode(text))
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, undefined> {
  yield bytes
}

async function* summed({ name, content }: ZipEntry, sums: string[]): AsyncGenerator<Uint8Array, undefined> {
  const hash = createHash('sha256')
  for await (const piece of content()) {
    hash.update(piece)
    yield piece
  }
  sums.push(`${hash.digest('hex')}  ${name}\n`)
}
