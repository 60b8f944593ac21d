import { citationBibtex, citationText } from '#domain/citation.ts'
import { flowTable, flowTitle } from '#domain/cohorts/cohort-flow.ts'
import { isCategory, isFlag, isNumber } from '#domain/data-types.ts'
import { drawFlow, FLOW_WIDTH } from '#domain/pictures/draw-flow.ts'
import { svgOf } from '#domain/pictures/svg-document.ts'
import { CSV, downloadColumns, type DownloadTable } from '#server/engine/downloads/download-table.ts'
import { OMOP_COHORT_COLUMNS, omopCohortPlan } from '#server/engine/downloads/omop-cohort.ts'
import { phenotypeHeader, phenotypePlan, PHENOTYPES, type Phenotype } from '#server/engine/downloads/phenotype-lines.ts'
import type { Trace } from '#server/engine/sources/pseudonyms.ts'
import type { User } from '#server/model/user.ts'
import { definitionsText, type DescribedDownload } from '#server/modules/downloads/bundle/definitions.ts'
import { loadInPython, loadInR } from '#server/modules/downloads/bundle/loading-snippets.ts'
import { hasParquet, parquetPieces } from '#server/modules/downloads/bundle/parquet.ts'
import { readmeText } from '#server/modules/downloads/bundle/readme.ts'
import { CRATE_FILE, crateText, type CrateFacts } from '#server/modules/downloads/bundle/research-crate.ts'
import { MANIFEST_FILE, manifestText } from '#server/modules/downloads/bundle/signed-manifest.ts'
import { spssSyntax } from '#server/modules/downloads/bundle/spss-syntax.ts'
import { linesOf as tsvLinesOf, tableOnePieces } from '#server/modules/downloads/bundle/table-one.ts'
import { bytesOf, piecesOf, type ZipEntry } from '#server/modules/downloads/bundle/zip.ts'
import type { DescribedColumn } from '#server/modules/downloads/dictionaries/columns.ts'
import { bidsSidecar, redcapDictionary } from '#server/modules/downloads/dictionaries/dictionary-formats.ts'
import type { DownloadServices } from '#server/modules/downloads/services.ts'
import { csvLine, csvPieces } from '#server/modules/downloads/stream/csv.ts'
import { linesOf } from '#server/modules/downloads/stream/lines.ts'
import type { DownloadReader } from '#server/modules/downloads/stream/reading.ts'
import type { Settings } from '#server/platform/configuration/settings.ts'

/** The content of a bundle's data files. */
export interface BundleData {
  readonly table: DownloadTable
  /** Null if ids collide in the PLINK file, which is then left out. */
  readonly traits: readonly Phenotype[] | null
  readonly crate: CrateFacts
}

/** The files of a bundle before those of its rows. */
export function documentEntries(
  services: Pick<DownloadServices, 'database' | 'describeCohort'>,
  user: User,
  { table, described }: { readonly table: DownloadTable; readonly described: DescribedDownload },
  reading: DownloadReader,
): ZipEntry[] {
  const { columns, joined, flow, lineage } = described
  const cohortName = lineage.at(-1)?.cohort.name ?? ''
  const tableOne = () => tableOnePieces(services, reading, table, user)
  return [
    { name: 'README.txt', content: () => bytesOf(readmeText(described)) },
    { name: 'CITATION.txt', content: () => bytesOf(`${citationText(described.cited)}\n`) },
    { name: 'citation.bib', content: () => bytesOf(citationBibtex(described.cited)) },
    { name: 'definitions.json', content: () => bytesOf(definitionsText(described)) },
    { name: 'flow.svg', content: () => bytesOf(svgOf(drawFlow(flow, FLOW_WIDTH), flowTitle(cohortName, flow))) },
    { name: 'flow.tsv', content: () => piecesOf(tsvLinesOf(flowTable(flow, String))) },
    ...(described.tableOne === 'written' ? [{ name: 'table1.tsv', content: tableOne }] : []),
    { name: 'data-dictionary.csv', content: () => bytesOf(redcapDictionary(columns)) },
    { name: 'data.json', content: () => bytesOf(bidsSidecar(columns)) },
    { name: 'datapackage.json', content: () => bytesOf(dataPackage(described)) },
    { name: 'load.R', content: () => bytesOf(loadInR(columns, joined)) },
    { name: 'load.py', content: () => bytesOf(loadInPython(columns, joined)) },
    { name: 'load.sps', content: () => bytesOf(spssSyntax('data.csv', columns)) },
  ]
}

/** The files of a bundle's rows, and the manifest of all files. */
export function dataEntries(
  { database, settings }: Pick<DownloadServices, 'database' | 'settings'>,
  { table, traits, crate }: BundleData,
  reading: DownloadReader,
): ZipEntry[] {
  return [
    { name: 'data.csv', content: () => csvPieces(reading, table) },
    { name: 'cohort.csv', content: () => omopPieces(reading, table) },
    ...(traits === null ? [] : [{ name: 'phenotype.txt', content: () => phenotypePieces(reading, table, traits) }]),
    ...(hasParquet(downloadColumns(table))
      ? [{ name: 'data.parquet', content: () => parquetPieces(database, reading, table), isStored: true }]
      : []),
    { name: CRATE_FILE, content: (before) => bytesOf(crateText(crate, before)) },
    ...(table.trace ? [manifestEntry(settings, table.trace, crate.cited.madeAt)] : []),
  ]
}

function manifestEntry({ traceKey }: Pick<Settings, 'traceKey'>, trace: Trace, madeAt: Date): ZipEntry {
  return {
    name: MANIFEST_FILE,
    content: async function* (before) {
      const secret = await traceKey.readOrMake()
      yield* bytesOf(manifestText({ secret, trace, madeAt }, before))
      return undefined
    },
  }
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

/** The CSV files as a Tabular Data Package (Frictionless Data Package 1.0). */
function dataPackage({ title, madeAt, columns }: DescribedDownload): string {
  const description = {
    profile: 'tabular-data-package',
    name: nameOf(title),
    title,
    created: madeAt.toISOString(),
    resources: [
      resource('data', columns.map(fieldOf), { primaryKey: ['individual_id'] }),
      resource(
        'cohort',
        OMOP_COHORT_COLUMNS.map((name) => ({
          name,
          type: name.endsWith('_date') ? 'date' : name === 'subject_id' ? 'string' : 'integer',
        })),
        {
          primaryKey: ['subject_id'],
          foreignKeys: [{ fields: ['subject_id'], reference: { resource: 'data', fields: ['individual_id'] } }],
        },
      ),
    ],
  }
  return `${JSON.stringify(description, null, 2)}\n`
}

function resource(name: string, fields: readonly object[], keys: object) {
  return {
    profile: 'tabular-data-resource',
    name,
    path: `${name}.csv`,
    format: 'csv',
    mediatype: 'text/csv',
    encoding: 'utf-8',
    dialect: { delimiter: ',', quoteChar: '"', doubleQuote: true, header: true, lineTerminator: '\r\n' },
    schema: { fields, missingValues: [''], ...keys },
  }
}

/** Names of packages: lower-case letters, digits, `.`, `_` and `-`. */
function nameOf(title: string): string {
  const name = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return name === '' ? 'data' : name
}

function fieldOf({ name, dataType, question, note, codes }: DescribedColumn) {
  const description = [question, note].filter(Boolean).join('\n')
  // Several codes in one cell are no value of the list.
  const isListed = codes.length > 0 && (isCategory(dataType) || isFlag(dataType))
  return {
    name,
    title: question.split('\n')[0] || name,
    ...(description !== '' && { description }),
    type: typeOf(dataType),
    ...(isListed && { constraints: { enum: [...new Set(codes.map(({ written }) => written))] } }),
  }
}

/** Partial dates are texts: no type of a table schema has unknown digits. */
function typeOf(dataType: string): string {
  if (isNumber(dataType)) return 'number'
  return dataType === 'date' ? 'date' : 'string'
}
