import * as v from 'valibot'
import type { SavedCohort } from '#server/model/cohort.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql, type Sql } from '#server/platform/db/sql.ts'

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
