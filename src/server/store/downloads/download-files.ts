import { deflateRawSync, inflateRawSync } from 'node:zlib'
import * as v from 'valibot'
import { DOWNLOAD_FILES_MAX } from '#domain/limits.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { literal, raw, sql, type Sql } from '#server/platform/db/sql.ts'

const Prepared = v.object({ cohortid: v.number(), varsetid: v.number() })

/** A prepared download; null for other accounts. */
export async function findDownload(
  connection: Connection,
  accountId: number,
  downloadId: string,
): Promise<v.InferOutput<typeof Prepared> | null> {
  const [row] = await rowsOf(
    connection,
    Prepared,
    sql`SELECT cohortid, varsetid FROM download WHERE account_id = ${accountId} AND download_id = ${downloadId}`,
  )
  return row ?? null
}

interface NewDownload {
  readonly downloadId: string
  readonly accountId: number
  readonly cohortId: number
  readonly variableSetId: number
  readonly now: number
}

export async function insertDownload(connection: Connection, download: NewDownload): Promise<void> {
  const { downloadId, accountId, cohortId, variableSetId, now } = download
  await connection.run(
    sql`INSERT INTO download VALUES (${downloadId}, ${accountId}, ${cohortId}, ${variableSetId}, epoch_ms(CAST(${now} AS BIGINT)))`,
  )
}

const Recorded = v.object({
  fileId: v.string(),
  username: v.string(),
  /** Epoch milliseconds. */
  madeAt: v.number(),
  fileName: v.string(),
  isBundle: v.boolean(),
  recipe: v.string(),
})
/** A file that was sent to any account. */
export type RecordedFile = v.InferOutput<typeof Recorded>

/** The files of all accounts, newest first. */
export function recordedFiles(connection: Connection): Promise<RecordedFile[]> {
  return rowsOf(
    connection,
    Recorded,
    `SELECT file_id AS "fileId", username, CAST(epoch_ms(made_at) AS FLOAT8) AS "madeAt", file_name AS "fileName",
       is_bundle AS "isBundle", recipe
     FROM download_file JOIN account USING (account_id) ORDER BY made_at DESC, file_id`,
  )
}

/** The individuals of a file: one file at a time, because those of all may not fit into memory. */
export async function recordedMembers(connection: Connection, fileId: string): Promise<ArrayLike<number>> {
  const [row] = await rowsOf(
    connection,
    v.object({ members: v.string() }),
    sql`SELECT members FROM download_file WHERE file_id = ${fileId}`,
  )
  return row ? readMembersText(row.members) : []
}

const BITS = 8

/** A set of individuals as text: a bit for each number, deflated. */
export function membersText(individuals: ArrayLike<number>): string {
  const numbers = Array.from(individuals)
  const last = numbers.reduce((most, individual) => Math.max(most, individual), 0)
  const bytes = new Uint8Array(Math.floor(last / BITS) + 1)
  for (const individual of numbers) {
    const index = Math.floor(individual / BITS)
    bytes[index] = (bytes[index] ?? 0) | (1 << (individual % BITS))
  }
  return deflateRawSync(bytes).toString('base64')
}

/** The individuals of such a set, ascending. */
export function readMembersText(text: string): number[] {
  const bytes = inflateRawSync(Buffer.from(text, 'base64'))
  const individuals: number[] = []
  for (const [index, byte] of bytes.entries()) {
    if (byte === 0) continue
    for (let bit = 0; bit < BITS; bit++) if (byte & (1 << bit)) individuals.push(index * BITS + bit)
  }
  return individuals
}

/** The release of a file's data. The number of an undone release is used again, its time is not. */
export interface FileRelease {
  readonly no: number
  readonly madeAt: number
}

/** A file that was sent. */
export interface DownloadFile {
  readonly fileId: string
  /** Epoch milliseconds. */
  readonly madeAt: number
  /** Null for data without releases. */
  readonly release: FileRelease | null
  readonly fileName: string
  readonly cohortName: string
  readonly setName: string
  readonly isBundle: boolean
  readonly rows: number
  /** The number of variables, without the id columns. */
  readonly variables: number
  /** Both null if they were deleted: individuals of the file, or of its release, were withdrawn. */
  readonly bytes: number | null
  readonly sha256: string | null
  readonly software: string
  /** The file that this one repeats. */
  readonly againOf: string | null
}

/** The stored content from which the same file is made again. */
export interface FileContent {
  /** JSON (modules/downloads/files/recipe). */
  readonly recipe: string
  readonly individuals: ArrayLike<number>
  /** The texts of the documents by name, in their order. */
  readonly documents: ReadonlyMap<string, string>
}

const Row = v.object({
  file_id: v.string(),
  made_at: v.number(),
  release_no: v.nullable(v.number()),
  release_made_at: v.nullable(v.number()),
  file_name: v.string(),
  cohort_name: v.string(),
  set_name: v.string(),
  is_bundle: v.boolean(),
  row_count: v.number(),
  variable_count: v.number(),
  bytes: v.number(),
  sha256: v.string(),
  software: v.string(),
  again_of: v.nullable(v.string()),
})

const COLUMNS = sql`SELECT file_id, CAST(epoch_ms(made_at) AS FLOAT8) AS made_at, release_no,
  CAST(epoch_ms(release_made_at) AS FLOAT8) AS release_made_at, file_name, cohort_name, set_name, is_bundle, row_count,
  variable_count, CAST(bytes AS FLOAT8) AS bytes, sha256, software, again_of
  FROM download_file`

/** The files of an account, newest first. */
export async function downloadFilesOf(connection: Connection, accountId: number): Promise<DownloadFile[]> {
  const statement = sql`${COLUMNS} WHERE account_id = ${accountId} ORDER BY made_at DESC, file_id`
  return (await rowsOf(connection, Row, statement)).map(fileOf)
}

export async function findDownloadFile(
  connection: Connection,
  accountId: number,
  fileId: string,
): Promise<DownloadFile | null> {
  const [row] = await rowsOf(connection, Row, sql`${COLUMNS} WHERE ${ownFile(accountId, fileId)}`)
  return row ? fileOf(row) : null
}

function ownFile(accountId: number, fileId: string): Sql {
  return sql`account_id = ${accountId} AND file_id = ${fileId}`
}

function fileOf(row: v.InferOutput<typeof Row>): DownloadFile {
  const { release_no: no, release_made_at: madeAt } = row
  return {
    fileId: row.file_id,
    madeAt: row.made_at,
    release: no === null || madeAt === null ? null : { no, madeAt },
    fileName: row.file_name,
    cohortName: row.cohort_name,
    setName: row.set_name,
    isBundle: row.is_bundle,
    rows: row.row_count,
    variables: row.variable_count,
    ...(row.sha256 === '' ? { bytes: null, sha256: null } : { bytes: row.bytes, sha256: row.sha256 }),
    software: row.software,
    againOf: row.again_of,
  }
}

/** Deletes the hash and the size of a file: both disclose its content. */
const DELETED = sql`sha256 = '', bytes = 0`

const Content = v.object({ recipe: v.string(), members: v.string(), documents: v.string() })
const Documents = v.array(v.tuple([v.string(), v.string()]))

export async function findFileContent(
  connection: Connection,
  accountId: number,
  fileId: string,
): Promise<FileContent | null> {
  const [row] = await rowsOf(
    connection,
    Content,
    sql`SELECT recipe, members, documents FROM download_file WHERE ${ownFile(accountId, fileId)}`,
  )
  return row ? contentOf(row) : null
}

function contentOf({ recipe, members, documents }: v.InferOutput<typeof Content>) {
  const texts: unknown = JSON.parse(inflateRawSync(Buffer.from(documents, 'base64')).toString())
  return { recipe, individuals: readMembersText(members), documents: new Map(v.parse(Documents, texts)) }
}

function documentsText(documents: ReadonlyMap<string, string>): string {
  return deflateRawSync(JSON.stringify([...documents])).toString('base64')
}

export async function insertDownloadFile(
  connection: Connection,
  accountId: number,
  file: DownloadFile,
  { recipe, individuals, documents }: FileContent,
): Promise<void> {
  const moment = (time: number | null) => sql`epoch_ms(CAST(${time} AS BIGINT))`
  await connection.run(
    sql`INSERT INTO download_file VALUES (${file.fileId}, ${accountId}, ${moment(file.madeAt)},
      CAST(${file.release?.no ?? null} AS INTEGER), ${file.release ? moment(file.release.madeAt) : raw('NULL')},
      ${file.fileName}, ${file.cohortName}, ${file.setName}, ${file.isBundle}, ${file.rows}, ${file.variables},
      CAST(${file.bytes ?? 0} AS BIGINT), ${file.sha256 ?? ''}, ${file.software}, ${file.againOf}, ${recipe},
      ${membersText(individuals)}, ${documentsText(documents)})`,
  )
}

export async function deleteDownloadFile(connection: Connection, accountId: number, fileId: string): Promise<void> {
  await connection.run(sql`DELETE FROM download_file WHERE ${ownFile(accountId, fileId)}`)
}

/**
 * Deletes all but the newest files of an account, and all but the newest repeats; `kept`: a file that is repeated. Call
 * it under the write lock: a withdrawal changes the same rows.
 */
export async function deleteOldFiles(connection: Connection, accountId: number, kept = ''): Promise<void> {
  await connection.run(
    sql`DELETE FROM download_file WHERE account_id = ${accountId} AND file_id IN (
      SELECT file_id FROM (
        SELECT file_id, row_number() OVER (PARTITION BY again_of IS NULL ORDER BY made_at DESC, file_id) AS place
        FROM download_file WHERE account_id = ${accountId} AND file_id <> ${kept}
      ) ranked WHERE place >= ${literal(DOWNLOAD_FILES_MAX)})`,
  )
}

const FileId = v.object({ file_id: v.string() })
const StoredContent = v.object({ ...Content.entries, is_bundle: v.boolean() })

/** This document holds recorded sizes only, as a saved cohort does. Other documents count answers. */
const KEPT_DOCUMENT = 'definitions.json'

/**
 * Takes individuals out of all files that were sent, and replaces the hashes of releases that files cite (`newHashes`, by
 * the old ones). A file whose content changes by it loses its hash and its size: from these the rows of the individuals
 * could be guessed.
 */
export async function withdrawFromFiles(
  connection: Connection,
  leaving: ReadonlySet<number>,
  newHashes: ReadonlyMap<string, string>,
): Promise<void> {
  const renewed = (text: string) => [...newHashes].reduce((whole, [old, hash]) => whole.replaceAll(old, hash), text)
  // One by one: the documents of all files may not fit into memory.
  for (const { file_id } of await rowsOf(connection, FileId, 'SELECT file_id FROM download_file')) {
    const [row] = await rowsOf(
      connection,
      StoredContent,
      sql`SELECT recipe, members, documents, is_bundle FROM download_file WHERE file_id = ${file_id}`,
    )
    if (!row) continue
    const { recipe, individuals, documents } = contentOf(row)
    const kept = individuals.filter((individual) => !leaving.has(individual))
    const isMember = kept.length < individuals.length
    const texts = [...documents]
      .filter(([name]) => !isMember || name === KEPT_DOCUMENT)
      .map(([name, text]) => [name, renewed(text)] as const)
    const isCited = renewed(recipe) !== recipe || texts.some(([name, text]) => text !== documents.get(name))
    if (!isMember && !isCited) continue
    await connection.run(
      sql`UPDATE download_file SET recipe = ${renewed(recipe)}, members = ${membersText(kept)},
          documents = ${documentsText(new Map(texts))} WHERE file_id = ${file_id}`,
    )
    // The rows alone cite no release.
    if (isMember || row.is_bundle) {
      await connection.run(sql`UPDATE download_file SET ${DELETED} WHERE file_id = ${file_id}`)
    }
  }
}
