import * as v from 'valibot'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'

/** The tables that a project's things stand in, with the columns that hold ids of theirs. */
const IDS_IN: Readonly<Record<string, readonly string[]>> = {
  project: ['projectid'],
  cohort: ['cohortid', 'projectid', 'secondparent_id'],
  custom_variable: ['constructid', 'projectid'],
  variable_set: ['varsetid', 'projectid'],
}
/** The cohort of all individuals belongs to nobody. */
const PARENT = (distance: number) =>
  `parent_id + CASE WHEN parent_id = ${ROOT_COHORT_ID} THEN 0 ELSE ${distance} END AS parent_id`

/**
 * Copies the only project of an account, with all that is in it, for another account. The copies take the next ids in
 * the order of the originals', so that all of them are equally far from theirs.
 */
export async function copyProject(connection: Connection, from: number, to: number): Promise<void> {
  const distance = await takeIds(connection, from)
  for (const [table, ids] of Object.entries(IDS_IN)) {
    const moved = ids.map((id) => `${id} + ${distance} AS ${id}`)
    const columns = [`${to} AS account_id`, ...moved, ...(table === 'cohort' ? [PARENT(distance)] : [])]
    await connection.run(
      `INSERT INTO ${table} SELECT * REPLACE (${columns.join(', ')}) FROM ${table} WHERE account_id = ${from}`,
    )
  }
  await connection.run(
    `INSERT INTO cohort_member SELECT cohortid + ${distance}, individual_no
     FROM cohort_member SEMI JOIN (FROM cohort WHERE account_id = ${from}) USING (cohortid)`,
  )
}

/** Takes as many ids as the account's things have; answers how far the new ones are from those. */
async function takeIds(connection: Connection, account: number): Promise<number> {
  const own = Object.entries(IDS_IN).map(
    ([table, [id]]) => `SELECT ${id} AS id FROM ${table} WHERE account_id = ${account}`,
  )
  const [taken] = await rowsOf(
    connection,
    v.object({ distance: v.number() }),
    `SELECT CAST(min(nextval('id_sequence')) - min(first) AS INTEGER) AS distance
     FROM (SELECT first, unnest(range(first, last + 1)) FROM
       (SELECT min(id) AS first, max(id) AS last FROM (${own.join(' UNION ALL ')})))`,
  )
  return taken?.distance ?? 0
}
