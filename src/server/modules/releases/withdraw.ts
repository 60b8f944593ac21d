import type { Release } from '#server/model/release.ts'
import { countObservations } from '#server/modules/releases/count-observations.ts'
import { leaveCohorts } from '#server/modules/releases/leave-cohorts.ts'
import { codesWithout, storeCodes } from '#server/modules/releases/own-codes.ts'
import { answerTables } from '#server/platform/db/answer-tables.ts'
import { raiseDataVersion } from '#server/platform/db/data-version.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { identifier, join, literal, sql, type Sql } from '#server/platform/db/sql.ts'
import { fillCodebookPages } from '#server/store/codebooks/fill-pages.ts'
import { withdrawFromFiles } from '#server/store/downloads/download-files.ts'
import { recordRelease, releasesOf, numberAfter, replaceContentHash } from '#server/store/releases/releases.ts'

export interface Withdrawal {
  /** The numbers of the individuals, at least one. */
  readonly individuals: readonly number[]
  readonly now: number
  /** The hashes of earlier releases without them, by the number of the release. */
  readonly hashes: ReadonlyMap<number, string>
}

/**
 * Makes the next release, without any answer of some individuals, and returns its name. They become placeholders, and
 * their answers are deleted from earlier releases too. Call it in a transaction under the write lock.
 */
export async function withdrawIndividuals(
  connection: Connection,
  { individuals, now, hashes }: Withdrawal,
): Promise<string> {
  const releases = await releasesOf(connection)
  const no = numberAfter(releases[0] ?? null)
  await connection.run(
    sql`INSERT INTO withdrawn_individual SELECT individual_no, ${literal(no)} FROM individual
      WHERE individual_no IN (${join(individuals.map(literal))})`,
  )
  const leaving = sql`SELECT individual_no FROM withdrawn_individual WHERE release_no = ${literal(no)}`
  const codes = await codesWithout(connection, leaving)
  await deleteAnswers(connection, leaving)
  await storeCodes(connection, codes)
  if (codes.length > 0) await fillCodebookPages(connection)
  await keepRelatives(connection, leaving)
  await leaveCohorts(connection, no, leaving)
  await withdrawFromFiles(connection, new Set(individuals), newHashesOf(releases, hashes))
  await raiseDataVersion(connection)
  const name = await recordRelease(connection, now)
  for (const [release, hash] of hashes) await replaceContentHash(connection, release, hash)
  return name
}

/** The new hashes of releases by the old ones; `hashes`: by the number of the release. */
export function newHashesOf(
  releases: readonly Release[],
  hashes: ReadonlyMap<number, string>,
): ReadonlyMap<string, string> {
  return new Map(
    releases.flatMap(({ no, contentHash: old }) => {
      const own = hashes.get(no)
      return old === null || own === undefined ? [] : [[old, own] as const]
    }),
  )
}

async function deleteAnswers(connection: Connection, leaving: Sql): Promise<void> {
  const changed: string[] = []
  for (const table of await answerTables(connection)) {
    const rows = await connection.run(sql`DELETE FROM ${identifier(table)} WHERE individual_no IN (${leaving})`)
    if (rows > 0) changed.push(table)
  }
  await countObservations(connection, changed)
  for (const table of ['answer_before', 'record_before']) {
    await connection.run(sql`DELETE FROM ${identifier(table)} WHERE individual_no IN (${leaving})`)
  }
  // Both count answers of the data before: by collection, and which individuals had them.
  for (const table of ['coverage', 'disclosure']) await connection.run(sql`DELETE FROM ${identifier(table)}`)
}

/** Pedigrees keep the individuals with their sex and relations, as relatives without a record. */
async function keepRelatives(connection: Connection, leaving: Sql): Promise<void> {
  await connection.run(
    sql`UPDATE individual SET is_placeholder = TRUE, consent = NULL, dx_nimh = NULL
      WHERE individual_no IN (${leaving})`,
  )
  await connection.run(sql`DELETE FROM pedigree_mark WHERE twin_of IS NULL AND individual_no IN (${leaving})`)
  await connection.run(
    sql`UPDATE pedigree_mark SET is_proband = FALSE, is_deceased = FALSE WHERE individual_no IN (${leaving})`,
  )
  for (const statement of connection.dialect.settlingIndividuals) await connection.run(statement)
}
