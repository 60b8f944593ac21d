import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { isReadable } from '#server/engine/conditions/shown-value.ts'
import type { DownloadTable } from '#server/engine/downloads/download-table.ts'
import { downloadExtent, type DownloadExtent } from '#server/engine/downloads/extent.ts'
import { Answers } from '#server/engine/sources/answers.ts'
import type { Release } from '#server/model/release.ts'
import type { User } from '#server/model/user.ts'
import type { BundleData } from '#server/modules/downloads/bundle/bundle.ts'
import { softwareOf } from '#server/modules/downloads/bundle/definitions.ts'
import type { ZipEntry } from '#server/modules/downloads/bundle/zip.ts'
import { recipeText } from '#server/modules/downloads/files/recipe.ts'
import type { DownloadServices } from '#server/modules/downloads/services.ts'
import type { DownloadReader } from '#server/modules/downloads/stream/reading.ts'
import { inTransaction, rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import { customVariablesOf } from '#server/store/custom-variables/custom-variables.ts'
import {
  deleteDownloadFile,
  insertDownloadFile,
  type DownloadFile,
  type FileContent,
} from '#server/store/downloads/download-files.ts'
import { releasesOf, withdrawnAmong } from '#server/store/releases/releases.ts'

const ID_BYTES = 16

/** A file that is sent. */
export interface SentFile {
  readonly user: User
  readonly table: DownloadTable
  readonly bundle: Omit<BundleData, 'table'> | null
  readonly names: Pick<DownloadFile, 'fileName' | 'cohortName' | 'setName'>
  /** Called when the file is complete. */
  readonly documents: (release: Release | null) => Promise<ReadonlyMap<string, string>>
}

/**
 * Passes a file on, and records it with its hash when it is complete, so that the same file can be made again. Its
 * individuals and its release are read from the snapshot of its rows.
 */
export async function* recorded(
  services: DownloadServices,
  reading: DownloadReader,
  file: SentFile,
  pieces: AsyncGenerator<Uint8Array, undefined>,
): AsyncGenerator<Uint8Array, undefined> {
  const sum = summed(pieces)
  // The last piece waits for the record: a client that knows the length leaves with the last byte.
  let last: Uint8Array | null = null
  for await (const piece of sum.pieces) {
    if (last !== null) yield last
    last = piece
  }
  await logged(services, async () => {
    const { about, content } = await describedFile(services, reading, file)
    await record(services, file.user, { ...about, ...sum.result() }, content)
  })
  if (last !== null) yield last
}

async function describedFile(
  services: DownloadServices,
  { connection, guarded }: DownloadReader,
  { user, table, bundle, names, documents }: SentFile,
) {
  const { rows, between } = await guarded(() => downloadExtent(connection, table.cohortId, user))
  const [release = null] = await guarded(() => releasesOf(connection))
  const saved = await guarded(() => customVariablesOf(connection, user.accountId))
  const about = {
    ...names,
    release: release && { no: release.no, madeAt: release.madeAt },
    isBundle: bundle !== null,
    rows,
    variables: table.variables.length,
    software: softwareOf(await services.versions(connection, user)),
    againOf: null,
  }
  const content = {
    recipe: recipeText({ table, bundle }, saved, table.trace ? await services.settings.traceKey.read() : null),
    individuals: await guarded(() => membersOf(connection, table, between)),
    documents: await documents(release),
  }
  return { about, content }
}

/** The file is with the user already: a failure to record it must not break it off. */
async function logged({ log }: DownloadServices, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.error({ error: error instanceof Error ? error.message : '' }, 'a sent file was not recorded')
  }
}

/** A file that repeats another: it is made of the same. */
export async function* recordedAgain(
  services: DownloadServices,
  user: User,
  { file, content }: { readonly file: DownloadFile; readonly content: FileContent },
  pieces: AsyncGenerator<Uint8Array, undefined>,
): AsyncGenerator<Uint8Array, undefined> {
  const sum = summed(pieces)
  yield* sum.pieces
  await logged(services, () => record(services, user, { ...file, ...sum.result(), againOf: file.fileId }, content))
}

/** Keeps the texts of documents as they are sent. */
export function keptDocuments(entries: readonly ZipEntry[], documents: Map<string, string>): ZipEntry[] {
  return entries.map((entry) => ({ ...entry, content: (before) => kept(entry.name, entry.content(before), documents) }))
}

async function* kept(
  name: string,
  content: AsyncGenerator<Uint8Array, undefined>,
  documents: Map<string, string>,
): AsyncGenerator<Uint8Array, undefined> {
  const pieces: Uint8Array[] = []
  for await (const piece of content) {
    pieces.push(piece)
    yield piece
  }
  documents.set(name, Buffer.concat(pieces).toString())
}

function summed(pieces: AsyncGenerator<Uint8Array, undefined>) {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    pieces: (async function* () {
      for await (const piece of pieces) {
        hash.update(piece)
        bytes += piece.byteLength
        yield piece
      }
    })(),
    result: () => ({ bytes, sha256: hash.digest('hex') }),
  }
}

type RecordedFile = Omit<DownloadFile, 'fileId' | 'madeAt'>

/** Inserts without the write lock, so that it waits for no import. */
async function record(
  { database, clock, random }: DownloadServices,
  user: User,
  file: RecordedFile,
  content: FileContent,
): Promise<void> {
  const fileId = Buffer.from(random(ID_BYTES)).toString('hex')
  const made = { ...file, fileId, madeAt: clock() }
  const individuals = Array.from(content.individuals)
  const hasWithdrawn = async (tx: Connection) => {
    const withdrawn = new Set(await withdrawnAmong(tx, sql`SELECT individual_no FROM individual`))
    return individuals.some((individual) => withdrawn.has(individual))
  }
  const isInserted = await inTransaction(database, async (tx) => {
    // Sent from the data before a withdrawal.
    if (await hasWithdrawn(tx)) return false
    await insertDownloadFile(tx, user.accountId, made, content)
    return true
  })
  // A withdrawal that ran at the same time did not find the file. One that ends later searches all files again.
  if (!isInserted || !(await database.withConnection(hasWithdrawn))) return
  await withWriteLock(database, (tx) => deleteDownloadFile(tx, user.accountId, fileId))
}

const MemberSet = v.object({ members: v.unknown() })

/** The individuals of the file. */
async function membersOf(
  connection: Connection,
  { cohortId, reader }: DownloadTable,
  between: DownloadExtent['between'],
): Promise<ArrayLike<number>> {
  if (between === null) return []
  const { dialect } = connection
  const answers = new Answers(dialect, { cohortId, reader, leavesOutWithdrawn: true })
  const [row] = await rowsOf(
    connection,
    MemberSet,
    sql`${answers.tables} SELECT ${dialect.setOfNumbers(sql`individual_no`, between[1] + 1)} AS members
      FROM person WHERE ${isReadable(reader)}`,
  )
  return dialect.numbersOf(row?.members)
}
