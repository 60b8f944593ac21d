import * as v from 'valibot'
import type { SavedCohort } from '#server/model/cohort.ts'
import type { Release } from '#server/model/release.ts'
import { readAnswersVersion } from '#server/platform/db/data-version.ts'
import { rowsOf, type Connection, type Database } from '#server/platform/db/database.ts'
import { identifier, sql, type Sql } from '#server/platform/db/sql.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import { dataOrigin } from '#server/store/data-origin.ts'

const Numbered = v.object({ individual_no: v.number() })

/** The numbers of the withdrawn among some individuals: a query with their numbers, or a list of at least one. */
export async function withdrawnAmong(connection: Connection, individuals: Sql): Promise<number[]> {
  const rows = await rowsOf(
    connection,
    Numbered,
    sql`SELECT individual_no FROM withdrawn_individual WHERE individual_no IN (${individuals}) ORDER BY individual_no`,
  )
  return rows.map(({ individual_no }) => individual_no)
}

/**
 * The number of withdrawn individuals who have no row in a download: former members of the cohort, and members who are
 * relatives without a record now. Null is All Individuals.
 */
export async function withdrawnOfDownload(connection: Connection, cohort: SavedCohort | null): Promise<number> {
  const members = cohort
    ? sql`SELECT individual_no FROM cohort_member WHERE cohortid = ${cohort.cohortid}`
    : sql`SELECT individual_no FROM individual`
  return (cohort?.withdrawn ?? 0) + (await withdrawnAmong(connection, members)).length
}

const Withdrawn = v.object({ release_no: v.number(), individuals: v.number() })

/** The number of individuals that each release withdrew. */
export async function withdrawnByRelease(connection: Connection): Promise<ReadonlyMap<number, number>> {
  const rows = await rowsOf(
    connection,
    Withdrawn,
    `SELECT release_no, CAST(count(*) AS INTEGER) AS individuals FROM withdrawn_individual GROUP BY release_no`,
  )
  return new Map(rows.map(({ release_no, individuals }) => [release_no, individuals]))
}

const Identified = v.object({ individual_id: v.string() })

/** The individual_id of each withdrawn individual. */
export async function withdrawnIds(connection: Connection): Promise<ReadonlySet<string>> {
  const rows = await rowsOf(
    connection,
    Identified,
    `SELECT individual_id FROM individual WHERE individual_no IN (SELECT individual_no FROM withdrawn_individual)`,
  )
  return new Set(rows.map(({ individual_id }) => individual_id))
}

/** The tables of releases, of the data before them, and of withdrawals. */
export const RELEASE_TABLES = [
  'release',
  'answer_before',
  'record_before',
  'withdrawn_individual',
  'cohort_withdrawal',
] as const

const Row = v.object({
  release_no: v.number(),
  name: v.string(),
  made_at: v.number(),
  answers_version: v.string(),
  last_individual: v.number(),
  last_form: v.number(),
  individuals: v.number(),
  variables: v.number(),
  content_hash: v.nullable(v.string()),
})

/** All releases, the present one first. */
export async function releasesOf(connection: Connection): Promise<Release[]> {
  const rows = await rowsOf(
    connection,
    Row,
    `SELECT release_no, name, CAST(epoch_ms(made_at) AS FLOAT8) AS made_at, answers_version, last_individual,
       last_form, individuals, variables, content_hash
     FROM release ORDER BY release_no DESC`,
  )
  return rows.map((row) => ({
    no: row.release_no,
    name: row.name,
    madeAt: row.made_at,
    answersVersion: row.answers_version,
    lastIndividual: row.last_individual,
    lastForm: row.last_form,
    individuals: row.individuals,
    variables: row.variables,
    contentHash: row.content_hash,
  }))
}

export async function hasRelease(
  connection: Connection,
  { name, madeAt }: Pick<Release, 'name' | 'madeAt'>,
): Promise<boolean> {
  return (await releasesOf(connection)).some((release) => release.name === name && release.madeAt === madeAt)
}

/** The number of the release after the present one; null before the first. */
export function numberAfter(present: Pick<Release, 'no'> | null): number {
  return (present?.no ?? 0) + 1
}

/**
 * Records the present data as the next release and returns its name: the year and a number, if none is given. Call it in
 * the transaction that changes the data, after the change.
 */
export async function recordRelease(
  connection: Connection,
  now: number,
  wantedName: string | null = null,
): Promise<string> {
  const releases = await releasesOf(connection)
  const no = numberAfter(releases[0] ?? null)
  const name =
    wantedName ??
    nextName(
      new Date(now).getUTCFullYear(),
      releases.map((release) => release.name),
    )
  const answersVersion = await readAnswersVersion(connection)
  await connection.run(
    sql`INSERT INTO release (release_no, name, made_at, answers_version, last_individual, last_form, individuals,
        variables)
      SELECT CAST(${no} AS INTEGER), ${name}, epoch_ms(CAST(${now} AS BIGINT)), ${answersVersion},
        i.last, f.last, i.counted, v.counted
      FROM (SELECT coalesce(max(individual_no), 0) AS last, CAST(count(*) AS INTEGER) AS counted FROM individual) i,
        (SELECT coalesce(max(form_no), 0) AS last FROM form) f,
        (SELECT CAST(count(*) AS INTEGER) AS counted FROM variable) v`,
  )
  return name
}

/** The year and the first number that is free in it. */
function nextName(year: number, names: readonly string[]): string {
  for (let number = 1; ; number++) {
    const name = `${year}.${number}`
    if (!names.includes(name)) return name
  }
}

/** Records the first release of data from before there were releases, and of synthetic data. */
export async function recordFirstRelease(connection: Connection, now: number): Promise<void> {
  if ((await releasesOf(connection)).length > 0 || (await dataOrigin(connection)) === null) return
  await recordRelease(connection, now)
}

/** Records the first release at the start of the server, unless there is one. */
export async function requireRelease(database: Database, now: number): Promise<void> {
  const hasAny = await database.withConnection(async (connection) => (await releasesOf(connection)).length > 0)
  if (!hasAny) await withWriteLock(database, (connection) => recordFirstRelease(connection, now))
}

export async function renameRelease(connection: Connection, no: number, name: string): Promise<void> {
  await connection.run(sql`UPDATE release SET name = ${name} WHERE release_no = ${no}`)
}

/** Stores the hash of a release's content, unless it has one or the data changed while it was computed. */
export async function storeContentHash(
  connection: Connection,
  { no, answersVersion }: Release,
  hash: string,
): Promise<void> {
  await connection.run(
    sql`UPDATE release SET content_hash = ${hash}
      WHERE release_no = ${no} AND answers_version = ${answersVersion} AND content_hash IS NULL`,
  )
}

/** Replaces the hash of a release whose content is less than it was: individuals were withdrawn. */
export async function replaceContentHash(connection: Connection, no: number, hash: string): Promise<void> {
  await connection.run(sql`UPDATE release SET content_hash = ${hash} WHERE release_no = ${no}`)
}

/** Deletes all releases, with data that are replaced. */
export async function deleteReleases(connection: Connection): Promise<void> {
  for (const table of RELEASE_TABLES) await connection.run(`DELETE FROM ${table}`)
}

/** Deletes the releases of undone data; those of the data version before the undone import have the present one now. */
export async function deleteReleasesSince(connection: Connection, answersBefore: string): Promise<void> {
  const kept = (await releasesOf(connection)).find(({ answersVersion }) => answersVersion === answersBefore)
  for (const table of RELEASE_TABLES) {
    await connection.run(sql`DELETE FROM ${identifier(table)} WHERE release_no > ${kept?.no ?? 0}`)
  }
  const version = await readAnswersVersion(connection)
  await connection.run(sql`UPDATE release SET answers_version = ${version} WHERE answers_version = ${answersBefore}`)
}

const Corrected = v.object({ release_no: v.number(), answers: v.number() })

/** The number of answers that each release corrected. */
export async function correctedAnswers(connection: Connection): Promise<ReadonlyMap<number, number>> {
  const rows = await rowsOf(
    connection,
    Corrected,
    `SELECT release_no, CAST(count(*) AS INTEGER) AS answers FROM answer_before GROUP BY release_no`,
  )
  return new Map(rows.map(({ release_no, answers }) => [release_no, answers]))
}
