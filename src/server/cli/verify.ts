import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { parse } from 'csv-parse'
import * as v from 'valibot'
import { openPromise } from 'yauzl'
import { readSums, SUMS_FILE } from '#domain/checksums.ts'
import { countOf } from '#domain/numbers.ts'
import { CommandFailure, HelpRequested, type Streams } from '#server/cli/command.ts'
import { CRATE_FILE } from '#server/modules/downloads/bundle/research-crate.ts'
import { MANIFEST_FILE, readManifest } from '#server/modules/downloads/bundle/signed-manifest.ts'

const USAGE = 'Usage: npm run verify -- BUNDLE    (the zip, or the folder that it was unpacked to)'

/** Verifies a bundle without a server: checksums, manifest, and rows and columns as its definitions say. */
export async function verify(words: readonly string[], { out }: Pick<Streams, 'out'>): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { help: { type: 'boolean', default: false } },
  })
  if (values.help) throw new HelpRequested(USAGE)
  const [path, ...others] = positionals
  if (path === undefined || others.length > 0) throw new CommandFailure(USAGE)
  const files = await readBundle(path)
  const problems = [
    ...nameProblems(files),
    ...sumProblems(files),
    ...manifestProblems(files),
    ...signatureProblems(files),
    ...contentProblems(files),
  ]
  for (const problem of problems) out(problem)
  if (problems.length > 0) throw new CommandFailure(`${path} is not as it was made.`)
  out(files.texts.get('CITATION.txt')?.trimEnd() ?? '')
  const signed = files.texts.get(MANIFEST_FILE)
  if (signed !== undefined)
    out(`Signed by the key ${readManifest(signed)?.key ?? ''}: compare it with the published key.`)
  const rows = countOf(files.tables.get('data.csv')?.ids.length ?? 0, 'row')
  out(`${path} is as it was made: ${countOf(files.sums.size, 'file')}, ${rows}.`)
}

interface Table {
  readonly columns: readonly string[]
  readonly ids: readonly string[]
}

interface Bundle {
  /** In a zip a name may be there more than once: programs differ in which file they read. */
  readonly repeated: readonly string[]
  /** The SHA-256 of each file. */
  readonly sums: ReadonlyMap<string, string>
  readonly sizes: ReadonlyMap<string, number>
  /** The files that are read here. */
  readonly texts: ReadonlyMap<string, string>
  readonly tables: ReadonlyMap<string, Table>
}

const TEXTS = [SUMS_FILE, CRATE_FILE, MANIFEST_FILE, 'definitions.json', 'datapackage.json', 'CITATION.txt']
/** The column that names the individual in each table. */
const TABLES: ReadonlyMap<string, string> = new Map([
  ['data.csv', 'individual_id'],
  ['cohort.csv', 'subject_id'],
])

/** Larger texts and rows are no bundle: a small zip can hold gigabytes. */
const BYTES_AT_ONCE_MAX = 256 * 1024 * 1024

async function readBundle(path: string): Promise<Bundle> {
  try {
    return await readFiles(path)
  } catch (error) {
    if (error instanceof CommandFailure) throw error
    throw new CommandFailure(`${path} cannot be read: ${error instanceof Error ? error.message : ''}.`)
  }
}

async function readFiles(path: string): Promise<Bundle> {
  const bundle = {
    repeated: new Array<string>(),
    sums: new Map<string, string>(),
    sizes: new Map<string, number>(),
    texts: new Map<string, string>(),
    tables: new Map<string, Table>(),
  }
  for await (const { name, pieces } of filesOf(path)) {
    const hash = createHash('sha256')
    let bytes = 0
    const summed = (async function* () {
      for await (const piece of pieces) {
        hash.update(piece)
        bytes += piece.byteLength
        yield piece
      }
    })()
    if (bundle.sums.has(name)) bundle.repeated.push(name)
    const idColumn = TABLES.get(name)
    if (idColumn !== undefined) bundle.tables.set(name, await readTable(summed, idColumn))
    else if (TEXTS.includes(name)) bundle.texts.set(name, await textOf(name, summed))
    else for await (const _ of summed);
    bundle.sums.set(name, hash.digest('hex'))
    bundle.sizes.set(name, bytes)
  }
  return bundle
}

interface BundleFile {
  readonly name: string
  readonly pieces: AsyncIterable<Uint8Array>
}

async function* filesOf(path: string): AsyncGenerator<BundleFile> {
  const found = await stat(path).catch(() => null)
  if (found === null) throw new CommandFailure(`There is no ${path}.`)
  if (found.isDirectory()) {
    for (const name of await readdir(path)) yield { name, pieces: createReadStream(join(path, name)) }
    return
  }
  const zip = await openPromise(path).catch((error: unknown) => {
    throw new CommandFailure(`${path} is no zip: ${error instanceof Error ? error.message : ''}.`)
  })
  for await (const entry of zip.eachEntry()) {
    yield { name: entry.fileName, pieces: await zip.openReadStreamPromise(entry) }
  }
}

const Cells = v.array(v.string())

async function readTable(pieces: AsyncIterable<Uint8Array>, idColumn: string): Promise<Table> {
  let columns: readonly string[] | null = null
  const ids: string[] = []
  const parser = parse({ max_record_size: BYTES_AT_ONCE_MAX })
  // Passes errors of the source on; the loop throws them.
  pipeline(Readable.from(pieces), parser, () => undefined)
  const rows: AsyncIterable<unknown> = parser
  for await (const row of rows) {
    const cells = v.parse(Cells, row)
    if (columns === null) columns = cells
    else ids.push(cells[columns.indexOf(idColumn)] ?? '')
  }
  return { columns: columns ?? [], ids }
}

async function textOf(name: string, pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = []
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.byteLength
    if (bytes > BYTES_AT_ONCE_MAX) throw new CommandFailure(`${name} is too large.`)
    all.push(piece)
  }
  return Buffer.concat(all).toString()
}

function nameProblems({ repeated }: Bundle): string[] {
  return [...new Set(repeated)].map((name) => `${name} is in the zip more than once.`)
}

function sumProblems({ sums, texts }: Bundle): string[] {
  const text = texts.get(SUMS_FILE)
  const listed = text === undefined ? null : readSums(text)
  if (listed === null) return [`${SUMS_FILE} is missing, or is no list of sums.`]
  const names = new Set([SUMS_FILE, ...listed.map(({ name }) => name)])
  return [
    ...listed.flatMap(({ name, sha256 }) => differing(name, sha256, sums.get(name), SUMS_FILE)),
    ...[...sums.keys()].filter((name) => !names.has(name)).map((name) => `${name} is not in ${SUMS_FILE}.`),
  ]
}

function differing(name: string, wanted: string, found: string | undefined, list: string): string[] {
  if (found === undefined) return [`${name} is missing.`]
  return found === wanted ? [] : [`${name} is not the file in ${list}.`]
}

const Crate = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    '@graph': v.array(v.looseObject({ '@id': v.string(), '@type': v.unknown(), sha256: v.optional(v.string()) })),
  }),
)
const CrateFile = v.object({
  '@id': v.string(),
  '@type': v.literal('File'),
  contentSize: v.string(),
  sha256: v.string(),
})

function manifestProblems({ sums, sizes, texts }: Bundle): string[] {
  const crate = v.safeParse(Crate, texts.get(CRATE_FILE))
  if (!crate.success) return [`${CRATE_FILE} is missing, or is no RO-Crate.`]
  return crate.output['@graph']
    .flatMap((entity) => {
      const file = v.safeParse(CrateFile, entity)
      return file.success ? [file.output] : []
    })
    .flatMap(({ '@id': name, contentSize, sha256 }) => [
      ...differing(name, sha256, sums.get(name), CRATE_FILE),
      ...(sizes.has(name) && contentSize !== String(sizes.get(name)) ? [`${name} has another size.`] : []),
    ])
}

/** Checks the signed manifest, which only a bundle with pseudonyms has. */
function signatureProblems({ sums, texts }: Bundle): string[] {
  const text = texts.get(MANIFEST_FILE)
  if (text === undefined) return []
  const manifest = readManifest(text)
  if (manifest === null) return [`${MANIFEST_FILE} is not as it was signed.`]
  return manifest.files.flatMap(({ name, sha256 }) => differing(name, sha256, sums.get(name), MANIFEST_FILE))
}

const Definitions = v.pipe(v.string(), v.parseJson(), v.object({ rows: v.number() }))
const Columns = v.object({ name: v.string(), schema: v.object({ fields: v.array(v.object({ name: v.string() })) }) })
const Package = v.pipe(v.string(), v.parseJson(), v.object({ resources: v.array(Columns) }))

function contentProblems({ texts, tables }: Bundle): string[] {
  const definitions = v.safeParse(Definitions, texts.get('definitions.json'))
  const described = v.safeParse(Package, texts.get('datapackage.json'))
  const [data, cohort] = [tables.get('data.csv'), tables.get('cohort.csv')]
  if (!definitions.success || !described.success || !data || !cohort) {
    return ['data.csv, cohort.csv, definitions.json or datapackage.json is missing.']
  }
  const { rows } = definitions.output
  const columns = described.output.resources.find(({ name }) => name === 'data')?.schema.fields ?? []
  return [
    ...(data.ids.length === rows ? [] : [`data.csv has ${countOf(data.ids.length, 'row')}, not ${rows}.`]),
    ...(sameTexts(
      data.columns,
      columns.map(({ name }) => name),
    )
      ? []
      : ['data.csv has other columns than datapackage.json says.']),
    ...(sameTexts(data.ids, cohort.ids) ? [] : ['cohort.csv has other individuals than data.csv.']),
  ]
}

function sameTexts(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, place) => text === other[place])
}
