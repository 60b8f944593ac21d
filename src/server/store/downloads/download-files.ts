import { deflateRawSync, inflateRawSync } from 'node:zlib'
import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { raw, sql, type Sql } from '#server/platform/db/sql.ts'
import { membersText, readMembersText } from '#server/store/downloads/stored-members.ts'

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
  readonly bytes: number
  readonly sha256: string
  readonly software: string
  /** The file that this one repeats. */
  readonly againOf: string | null
}

/** What the same file is made of again. */
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
    bytes: row.bytes,
    sha256: row.sha256,
    software: row.software,
    againOf: row.again_of,
  }
}

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
  if (!row) return null
  const documents: unknown = JSON.parse(inflateRawSync(Buffer.from(row.documents, 'base64')).toString())
  return {
    recipe: row.recipe,
    individuals: readMembersText(row.members),
    documents: new Map(v.parse(Documents, documents)),
  }
}

export async function insertDownloadFile(
  connection: Connection,
  accountId: number,
  file: DownloadFile,
  { recipe, individuals, documents }: FileContent,
): Promise<void> {
  const moment = (at: number | null) => sql`epoch_ms(CAST(${at} AS BIGINT))`
  await connection.run(
    sql`INSERT INTO download_file VALUES (${file.fileId}, ${accountId}, ${moment(file.madeAt)},
      CAST(${file.release?.no ?? null} AS INTEGER), ${file.release ? moment(file.release.madeAt) : raw('NULL')},
      ${file.fileName}, ${file.cohortName}, ${file.setName}, ${file.isBundle}, ${file.rows}, ${file.variables},
      CAST(${file.bytes} AS BIGINT), ${file.sha256}, ${file.software}, ${file.againOf}, ${recipe},
      ${membersText(individuals)}, ${deflateRawSync(JSON.stringify([...documents])).toString('base64')})`,
  )
}
