import * as v from 'valibot'
import { preparedRowsOf, rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql, type Sql } from '#server/platform/db/sql.ts'

const Found = v.object({
  token_id: v.string(),
  account_id: v.number(),
  scopes: v.array(v.string()),
  expires_at: v.number(),
  used_at: v.nullable(v.number()),
})

/** A token by its hash, expired or not; times in milliseconds. */
export async function findToken(connection: Connection, tokenHash: string) {
  const [found] = await preparedRowsOf(
    connection,
    Found,
    sql`SELECT token_id, account_id, scopes, CAST(epoch_ms(expires_at) AS FLOAT8) AS expires_at,
        CAST(epoch_ms(used_at) AS FLOAT8) AS used_at
      FROM access_token WHERE token_hash = ${tokenHash}`,
  )
  return found ?? null
}

const Listed = v.object({
  token_id: v.string(),
  name: v.string(),
  scopes: v.array(v.string()),
  created_at: v.number(),
  expires_at: v.number(),
  used_at: v.nullable(v.number()),
})

/** The tokens of an account that have not expired, the newest first. */
export function tokensOf(connection: Connection, accountId: number, now: number) {
  return rowsOf(
    connection,
    Listed,
    sql`SELECT token_id, name, scopes, CAST(epoch_ms(access_token.created_at) AS FLOAT8) AS created_at,
        CAST(epoch_ms(expires_at) AS FLOAT8) AS expires_at, CAST(epoch_ms(used_at) AS FLOAT8) AS used_at
      FROM access_token WHERE account_id = ${accountId} AND expires_at > ${moment(now)}
      ORDER BY access_token.created_at DESC, token_id`,
  )
}

export interface NewToken {
  readonly tokenHash: string
  readonly tokenId: string
  readonly accountId: number
  readonly name: string
  readonly scopes: readonly string[]
  readonly createdAt: number
  readonly expiresAt: number
}

/** Inserts a token and deletes expired ones of the account. */
export async function insertToken(connection: Connection, token: NewToken): Promise<void> {
  const { tokenHash, tokenId, accountId, name, scopes, createdAt, expiresAt } = token
  await connection.run(
    sql`DELETE FROM access_token WHERE account_id = ${accountId} AND expires_at <= ${moment(createdAt)}`,
  )
  await connection.run(
    sql`INSERT INTO access_token (token_hash, token_id, account_id, name, scopes, created_at, expires_at)
      VALUES (${tokenHash}, ${tokenId}, ${accountId}, ${name}, ${scopes}, ${moment(createdAt)}, ${moment(expiresAt)})`,
  )
}

export async function touchToken(connection: Connection, tokenHash: string, now: number): Promise<void> {
  await connection.run(sql`UPDATE access_token SET used_at = ${moment(now)} WHERE token_hash = ${tokenHash}`)
}

/** False if the account has no such token. */
export async function deleteToken(connection: Connection, accountId: number, tokenId: string): Promise<boolean> {
  const deleted = await connection.run(
    sql`DELETE FROM access_token WHERE account_id = ${accountId} AND token_id = ${tokenId}`,
  )
  return deleted > 0
}

/** Revokes all tokens of an account. */
export async function deleteTokens(connection: Connection, accountId: number): Promise<void> {
  await connection.run(sql`DELETE FROM access_token WHERE account_id = ${accountId}`)
}

function moment(milliseconds: number): Sql {
  return sql`epoch_ms(CAST(${milliseconds} AS BIGINT))`
}
