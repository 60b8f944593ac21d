import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { raw, sql, type Sql } from '#server/platform/db/sql.ts'

function unspentCodes(accountId: number): Sql {
  return sql`FROM recovery_code WHERE account_id = ${accountId} AND NOT EXISTS (
    SELECT 1 FROM spent_code
    WHERE spent_code.account_id = recovery_code.account_id AND spent_code.code = recovery_code.code)`
}

const State = v.object({ is_on: v.boolean(), recovery_codes_left: v.number() })

/** Whether an account has a second factor, and its number of unused recovery codes. */
export async function secondFactorState(
  connection: Connection,
  accountId: number,
): Promise<{ readonly isOn: boolean; readonly codesLeft: number }> {
  const [row] = await rowsOf(
    connection,
    State,
    sql`SELECT EXISTS (SELECT 1 FROM second_factor WHERE account_id = ${accountId}) AS is_on,
            (SELECT CAST(count(*) AS INTEGER) ${unspentCodes(accountId)}) AS recovery_codes_left`,
  )
  return { isOn: row?.is_on ?? false, codesLeft: row?.recovery_codes_left ?? 0 }
}

/** The encrypted secret and the last used time step (RFC 6238); null without a second factor. */
export async function findSecondFactor(
  connection: Connection,
  accountId: number,
): Promise<{ readonly sealedSecret: string; readonly lastStep: number } | null> {
  const [row] = await rowsOf(
    connection,
    v.object({ sealed_secret: v.string(), last_step: v.nullable(v.number()) }),
    sql`SELECT sealed_secret,
            (SELECT CAST(max(step) AS FLOAT8) FROM spent_code WHERE spent_code.account_id = ${accountId}) AS last_step
     FROM second_factor WHERE account_id = ${accountId}`,
  )
  return row ? { sealedSecret: row.sealed_secret, lastStep: row.last_step ?? 0 } : null
}

/** Whether the account has an unused recovery code with the hash. */
export async function hasRecoveryCode(connection: Connection, accountId: number, hash: string): Promise<boolean> {
  const Row = v.object({ code: v.string() })
  const rows = await rowsOf(
    connection,
    Row,
    sql`SELECT code ${unspentCodes(accountId)} AND recovery_code.code = ${hash}`,
  )
  return rows.length > 0
}

/** Enables a second factor, or replaces its secret. */
export async function insertSecondFactor(
  connection: Connection,
  accountId: number,
  sealedSecret: string,
): Promise<void> {
  await connection.run(sql`INSERT INTO second_factor VALUES (${accountId}, ${sealedSecret})`)
}

/** Stores a secret until its first code; it replaces the one before. */
export async function storeEnrolment(connection: Connection, accountId: number, sealedSecret: string): Promise<void> {
  await connection.run(
    sql`INSERT INTO second_factor_enrolment VALUES (${accountId}, ${sealedSecret})
     ON CONFLICT (account_id) DO UPDATE SET sealed_secret = excluded.sealed_secret`,
  )
}

/** Deletes the enrolment of an account, or one secret of it; false if there was none. */
export async function deleteEnrolment(
  connection: Connection,
  accountId: number,
  sealedSecret: string | null = null,
): Promise<boolean> {
  const isIt = sealedSecret === null ? sql`TRUE` : sql`sealed_secret = ${sealedSecret}`
  const deleted = await connection.run(
    sql`DELETE FROM second_factor_enrolment WHERE account_id = ${accountId} AND ${isIt}`,
  )
  return deleted > 0
}

/** Replaces all recovery codes; stores hashes. */
export async function replaceRecoveryCodes(
  connection: Connection,
  accountId: number,
  hashes: readonly string[],
): Promise<void> {
  await connection.run(sql`DELETE FROM recovery_code WHERE account_id = ${accountId}`)
  for (const hash of hashes) await connection.run(sql`INSERT INTO recovery_code VALUES (${accountId}, ${hash})`)
}

/** Deletes a second factor with its codes; false if there was none. */
export async function deleteSecondFactor(connection: Connection, accountId: number): Promise<boolean> {
  const deleted = await connection.run(sql`DELETE FROM second_factor WHERE account_id = ${accountId}`)
  for (const table of ['second_factor_enrolment', 'recovery_code', 'spent_code']) {
    await connection.run(sql`DELETE FROM ${raw(table)} WHERE account_id = ${accountId}`)
  }
  return deleted > 0
}

/** Marks a code as used; false if it was used before. `step` is null for a recovery code. */
export async function spendCode(
  connection: Connection,
  accountId: number,
  { code, step }: { readonly code: string; readonly step: number | null },
): Promise<boolean> {
  const inserted = await connection.run(
    sql`INSERT INTO spent_code VALUES (${accountId}, ${code}, ${step}) ON CONFLICT DO NOTHING`,
  )
  return inserted > 0
}

/** Deletes used codes that have expired anyway. */
export async function forgetSpentBefore(connection: Connection, accountId: number, step: number): Promise<void> {
  await connection.run(sql`DELETE FROM spent_code WHERE account_id = ${accountId} AND step < ${step}`)
}
