import { catalogVariablesOf } from '#server/disclosure/ledger/definition-keys.ts'
import { downloadExtent, type DownloadExtent } from '#server/engine/downloads/extent.ts'
import { GIVEN_COHORT_ID, readEarlierAnswers, readMembers } from '#server/engine/releases/earlier-data.ts'
import type { Release } from '#server/model/release.ts'
import type { User } from '#server/model/user.ts'
import { dataEntries } from '#server/modules/downloads/bundle/bundle.ts'
import { bytesOf, zipOf } from '#server/modules/downloads/bundle/zip.ts'
import { readRecipe, tracedBy } from '#server/modules/downloads/files/recipe.ts'
import { recordedAgain } from '#server/modules/downloads/files/record-file.ts'
import type { DownloadServices } from '#server/modules/downloads/services.ts'
import { csvPieces } from '#server/modules/downloads/stream/csv.ts'
import { readFor, type DownloadReader, type UntilIdle } from '#server/modules/downloads/stream/reading.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'
import { withTemporaryTables } from '#server/platform/db/discarded-changes.ts'
import { notFound, Refusal } from '#server/platform/http/refusal.ts'
import {
  findDownloadFile,
  findFileContent,
  type DownloadFile,
  type FileContent,
} from '#server/store/downloads/download-files.ts'
import { releasesOf } from '#server/store/releases/releases.ts'

type Recipe = NonNullable<ReturnType<typeof readRecipe>>

/** A file with its content; `prevented`: why it cannot be made again, or null. */
export type StoredFile = {
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
export const NONE_READABLE = 'You may no longer read any individual in this file.'

export async function storedFile(
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
export function releaseOf(releases: readonly Release[], { release }: DownloadFile): Release | null {
  return releases.find(({ no, madeAt }) => no === release?.no && madeAt === release.madeAt) ?? null
}

/** The individuals of a file by whether the user may read them now. */
export function presentExtent(
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
export function piecesAgain(
  services: DownloadServices,
  user: User,
  fileId: string,
  signal: AbortSignal,
  untilIdle: UntilIdle,
): AsyncGenerator<Uint8Array, undefined> {
  const pieces = async function* (reading: DownloadReader) {
    const { connection, guarded } = reading
    // Of the snapshot of the rows: the data may have changed while the download waited.
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

/** They count individuals of all collections of the file. */
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
