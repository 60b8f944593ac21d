import { citationText, type CitedFile } from '#domain/citation.ts'
import type { WrittenFile } from '#server/modules/downloads/bundle/zip.ts'

/** The manifest of a bundle (RO-Crate 1.1). */
export const CRATE_FILE = 'ro-crate-metadata.json'

/** The facts of the manifest beside its files. */
export interface CrateFacts {
  readonly title: string
  readonly username: string
  readonly cited: CitedFile
}

interface FileFacts {
  readonly type: string
  readonly description: string
}

/** Descriptions of the files; README.txt describes them more fully. */
const FILES: Readonly<Record<string, FileFacts>> = {
  'README.txt': { type: 'text/plain', description: 'What the files are, and how the rows were chosen' },
  'CITATION.txt': { type: 'text/plain', description: 'Citation' },
  'citation.bib': { type: 'application/x-bibtex', description: 'Citation as BibTeX' },
  'definitions.json': { type: 'application/json', description: 'Definitions of rows and columns' },
  'flow.svg': { type: 'image/svg+xml', description: 'Flow from All Individuals to the cohort (CONSORT)' },
  'flow.tsv': { type: 'text/tab-separated-values', description: 'The flow as a table' },
  'table1.tsv': { type: 'text/tab-separated-values', description: 'Answers of the cohort to each variable' },
  'data-dictionary.csv': { type: 'text/csv', description: 'REDCap data dictionary of the columns' },
  'data.json': { type: 'application/json', description: 'BIDS sidecar of the columns' },
  'datapackage.json': { type: 'application/json', description: 'Frictionless data package of the CSV files' },
  'load.R': { type: 'text/plain', description: 'Reads data.csv in R' },
  'load.py': { type: 'text/x-python', description: 'Reads data.csv in Python' },
  'data.csv': { type: 'text/csv', description: 'A row each individual' },
  'cohort.csv': { type: 'text/csv', description: 'The individuals as the table cohort of OMOP' },
  'phenotype.txt': { type: 'text/tab-separated-values', description: 'Traits for PLINK' },
  'data.parquet': { type: 'application/vnd.apache.parquet', description: 'The rows of data.csv as Parquet' },
}

const TERMS = '#terms'
const RELEASE = '#release'
const SOFTWARE = '#software'
const ACTION = '#download'

/** The manifest, with the size and the SHA-256 of each file. */
export function crateText({ title, username, cited }: CrateFacts, files: readonly WrittenFile[]): string {
  const { release, madeAt } = cited
  const user = `#${encodeURIComponent(username)}`
  const graph = [
    {
      '@id': CRATE_FILE,
      '@type': 'CreativeWork',
      conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
      about: { '@id': './' },
    },
    {
      '@id': './',
      '@type': 'Dataset',
      name: title,
      description: citationText(cited),
      datePublished: madeAt.toISOString(),
      creator: { '@id': user },
      license: { '@id': TERMS },
      ...(release !== null && { isBasedOn: { '@id': RELEASE } }),
      mentions: { '@id': ACTION },
      hasPart: files.map(({ name }) => ({ '@id': name })),
    },
    ...files.map(({ name, bytes, sha256 }) => ({
      '@id': name,
      '@type': 'File',
      name,
      ...(FILES[name] && { description: FILES[name].description, encodingFormat: FILES[name].type }),
      contentSize: String(bytes),
      sha256,
    })),
    {
      '@id': TERMS,
      '@type': 'CreativeWork',
      name: 'Terms of access',
      description: 'The data may be used and passed on only as the consent and the data access agreement say.',
    },
    ...(release === null
      ? []
      : [
          {
            '@id': RELEASE,
            '@type': 'Dataset',
            name: `Data release ${release.name}`,
            version: release.name,
            ...(release.contentHash !== null && { identifier: `sha256:${release.contentHash}` }),
          },
        ]),
    { '@id': user, '@type': 'Person', name: username },
    { '@id': SOFTWARE, '@type': 'SoftwareApplication', name: cited.software },
    {
      '@id': ACTION,
      '@type': 'CreateAction',
      name: 'Download',
      endTime: madeAt.toISOString(),
      agent: { '@id': user },
      instrument: { '@id': SOFTWARE },
      ...(release !== null && { object: { '@id': RELEASE } }),
      result: { '@id': './' },
    },
  ]
  return `${JSON.stringify({ '@context': 'https://w3id.org/ro/crate/1.1/context', '@graph': graph }, null, 2)}\n`
}
