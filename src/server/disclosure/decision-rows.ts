import { deflateRawSync, inflateRawSync } from 'node:zlib'
import * as v from 'valibot'
import type { Decision } from '#server/disclosure/ledger.ts'
import type { IndividualSet } from '#server/disclosure/participant-set.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { join, sql } from '#server/platform/db/sql.ts'

/** The account and the data version of the decisions. The unreadable individuals change with the account's access. */
export interface LedgerOwner {
  readonly accountId: number
  readonly answers: string
}

const Row = v.object({
  place: v.number(),
  id: v.string(),
  cell_key: v.string(),
  family: v.nullable(v.string()),
  is_shown: v.boolean(),
  first_word: v.number(),
  words: v.string(),
})

/** Decisions from a position on, in order. */
export async function readDecisions(
  connection: Connection,
  { accountId, answers }: LedgerOwner,
  from: number,
): Promise<(Decision & { readonly place: number })[]> {
  const rows = await rowsOf(
    connection,
    Row,
    sql`SELECT place, id, cell_key, family, is_shown, first_word, words FROM disclosure
     WHERE account_id = ${accountId} AND answers_version = ${answers} AND place >= ${from} ORDER BY place`,
  )
  return rows.map(({ place, id, cell_key, family, is_shown, first_word, words }) => ({
    place,
    id,
    key: cell_key,
    family,
    isShown: is_shown,
    individuals: { from: first_word, words: wordsOf(words) },
  }))
}

/** Stores decisions from a position on, and deletes those about earlier data versions. */
export async function insertDecisions(
  connection: Connection,
  { accountId, answers }: LedgerOwner,
  from: number,
  decisions: readonly Decision[],
): Promise<void> {
  if (from === 0) {
    await connection.run(sql`DELETE FROM disclosure WHERE account_id = ${accountId} AND answers_version <> ${answers}`)
  }
  if (decisions.length === 0) return
  const rows = decisions.map(
    ({ id, key, family, isShown, individuals }, at) =>
      sql`(${join([accountId, answers, from + at, id, key, family, isShown, individuals.from, textOf(individuals)])})`,
  )
  await connection.run(
    sql`INSERT INTO disclosure (account_id, answers_version, place, id, cell_key, family, is_shown, first_word, words)
     VALUES ${join(rows)}`,
  )
}

function textOf({ words }: IndividualSet): string {
  return deflateRawSync(new Uint8Array(words.buffer, words.byteOffset, words.byteLength)).toString('base64')
}

function wordsOf(text: string): Uint32Array {
  const bytes = Uint8Array.from(inflateRawSync(Buffer.from(text, 'base64')))
  return new Uint32Array(bytes.buffer)
}
