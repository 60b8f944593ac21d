import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { downloadExtent, type DownloadExtent } from '#server/engine/downloads/extent.ts'
import type { DownloadTable } from '#server/engine/downloads/download-table.ts'
import { isReadable } from '#server/engine/conditions/shown-value.ts'
import { Answers } from '#server/engine/sources/answers.ts'
import type { User } from '#server/model/user.ts'
import type { BundleData } from '#server/modules/downloads/bundle/bundle.ts'
import { softwareOf } from '#server/modules/downloads/bundle/definitions.ts'
import type { ZipEntry } from '#server/modules/downloads/bundle/zip.ts'
import { recipeText } from '#server/modules/downloads/files/recipe.ts'
import type { DownloadServices } from '#server/modules/downloads/services.ts'
import type { DownloadReader } from '#server/modules/downloads/stream/reading.ts'
import { inTransaction, rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { customVariablesOf } from '#server/store/custom-variables/custom-variables.ts'
import { insertDownloadFile, type DownloadFile, type FileContent } from '#server/store/downloads/download-files.ts'
import { releasesOf } from '#server/store/releases/releases.ts'
import { withdrawnAmong } from '#server/store/releases/withdrawals.ts'

const ID_BYTES = 16

/** A file that is sent. */
export interface SentFile {
  readonly user: User
  readonly table: DownloadTable
  readonly bundle: Omit<BundleData, 'table'> | null
  readonly names: Pick<DownloadFile, 'fileName' | 'cohortName' | 'setName'>
  /** Called when the file is complete. */
  readonly documents: () => Promise<ReadonlyMap<string, string>>
}

/**
 * Passes a file on, and records it with its hash when it is complete, so that the same file can be made again. Its
 * individuals and its release are read from the snapshot of its rows.
 */
export async function* recorded(
  services: DownloadServices,
  { connection, guarded }: DownloadReader,
  { user, table, bundle, names, documents }: SentFile,
  pieces: AsyncGenerator<Uint8Array, undefined>,
): AsyncGenerator<Uint8Array, undefined> {
  const sum = summed(pieces)
  yield* sum.pieces
  const { rows, between } = await guarded(() => downloadExtent(connection, table.cohortId, user))
  const [release] = await guarded(() => releasesOf(connection))
  const known = await services.variables.of(connection, user.accountId)
  const saved = await guarded(() => customVariablesOf(connection, user.accountId))
  const file = {
    ...names,
    release: release ? { no: release.no, madeAt: release.madeAt } : null,
    isBundle: bundle !== null,
    rows,
    variables: table.variables.length,
    software: softwareOf(await services.versions(connection, user)),
    againOf: null,
  }
  await record(
    services,
    user,
    { ...file, ...sum.result() },
    {
      recipe: recipeText({ table, bundle }, known, saved),
      individuals: await guarded(() => membersOf(connection, table, between)),
      documents: await documents(),
    },
  )
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
  await record(services, user, { ...file, ...sum.result(), againOf: file.fileId }, content)
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

/** The file is with the user already: a failure is logged. An insert alone, which waits for no import. */
async function record(
  { database, clock, random, log }: DownloadServices,
  user: User,
  file: RecordedFile,
  content: FileContent,
): Promise<void> {
  const fileId = Buffer.from(random(ID_BYTES)).toString('hex')
  const made = { ...file, fileId, madeAt: clock() }
  try {
    await inTransaction(database, async (own) => {
      const withdrawn = new Set(await withdrawnAmong(own, sql`SELECT individual_no FROM individual`))
      // Sent from the data before a withdrawal.
      if (Array.from(content.individuals).some((individual) => withdrawn.has(individual))) return
      await insertDownloadFile(own, user.accountId, made, content)
    })
  } catch (error) {
    log.error({ error: error instanceof Error ? error.message : '' }, 'a sent file was not recorded')
  }
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
