import * as v from 'valibot'
import { namesOf } from '#domain/releases.ts'
import { answerTables, tableSize } from '#server/platform/db/answer-tables.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { join, literal, quoted, sql } from '#server/platform/db/sql.ts'
import { withdrawnAmong } from '#server/store/releases/withdrawals.ts'

/** Individuals cannot be withdrawn; the message names them. */
export class WithdrawalRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'WithdrawalRefused'
  }
}

const Individual = v.object({ individual_no: v.number(), individual_id: v.string() })

/** The numbers of individuals to withdraw. Throws WithdrawalRefused for unknown ones, and for those already withdrawn. */
export async function findLeaving(connection: Connection, ids: readonly string[]): Promise<number[]> {
  if (ids.length === 0) throw new WithdrawalRefused('Name at least one individual.')
  const found = await rowsOf(
    connection,
    Individual,
    sql`SELECT individual_no, individual_id FROM individual WHERE individual_id IN (${join(ids)})
      ORDER BY individual_no`,
  )
  const known = new Set(found.map(({ individual_id }) => individual_id))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length > 0) throw new WithdrawalRefused(`Not in the data: ${namesOf(unknown)}. Nothing was changed.`)
  const numbers = found.map(({ individual_no }) => individual_no)
  const before = new Set(await withdrawnAmong(connection, join(numbers.map(literal))))
  const already = found.filter(({ individual_no }) => before.has(individual_no))
  if (already.length > 0) {
    const names = namesOf(already.map(({ individual_id }) => individual_id))
    throw new WithdrawalRefused(`Withdrawn already: ${names}. Nothing was changed.`)
  }
  return numbers
}

/** What a withdrawal deletes. */
export interface Leaving {
  /** Records of forms. */
  readonly records: number
  /** Saved cohorts with these members, also those in the trash. */
  readonly cohorts: number
}

export async function countLeaving(connection: Connection, individuals: readonly number[]): Promise<Leaving> {
  const isLeaving = `WHERE individual_no IN (${individuals.join(', ')})`
  let records = 0
  for (const table of await answerTables(connection)) {
    records += await tableSize(connection, `${quoted(table)} ${isLeaving}`)
  }
  const cohorts = await tableSize(connection, `(SELECT DISTINCT cohortid FROM cohort_member ${isLeaving}) cohorts`)
  return { records, cohorts }
}
