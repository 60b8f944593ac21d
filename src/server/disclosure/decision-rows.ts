import { deflateRawSync, inflateRawSync } from 'node:zlib'
import * as v from 'valibot'
import type { Decision } from '#server/disclosure/ledger.ts'
import type { PeopleSet } from '#server/disclosure/people-set.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { Parameters } from '#server/platform/db/parameters.ts'

/** Whose decisions, about which version of the answers: an account reads other people when its access changes. */
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

/** The decisions made from one place on, in their order. */
export async function readDecisions(
  connection: Connection,
  { accountId, answers }: LedgerOwner,
  from: number,
): Promise<(Decision & { readonly place: number })[]> {
  const rows = await rowsOf(
    connection,
    Row,
    `SELECT place, id, cell_key, family, is_shown, first_word, words FROM disclosure
     WHERE account_id = $1 AND answers_version = $2 AND place >= $3 ORDER BY place`,
    [accountId, answers, from],
  )
  return rows.map(({ place, id, cell_key, family, is_shown, first_word, words }) => ({
    place,
    id,
    key: cell_key,
    family,
    isShown: is_shown,
    people: { from: first_word, words: wordsOf(words) },
  }))
}

/** Keeps decisions from one place on; those about earlier answers are no longer needed. */
export async function insertDecisions(
  connection: Connection,
  { accountId, answers }: LedgerOwner,
  from: number,
  decisions: readonly Decision[],
): Promise<void> {
  if (from === 0) {
    await connection.run(`DELETE FROM disclosure WHERE account_id = $1 AND answers_version <> $2`, [accountId, answers])
  }
  if (decisions.length === 0) return
  const { bind, values } = new Parameters(connection)
  const rows = decisions.map(({ id, key, family, isShown, people }, at) =>
    [accountId, answers, from + at, id, key, family, isShown, people.from, textOf(people)].map(bind).join(', '),
  )
  await connection.run(
    `INSERT INTO disclosure (account_id, answers_version, place, id, cell_key, family, is_shown, first_word, words)
     VALUES (${rows.join('), (')})`,
    values,
  )
}

function textOf({ words }: PeopleSet): string {
  return deflateRawSync(new Uint8Array(words.buffer, words.byteOffset, words.byteLength)).toString('base64')
}

function wordsOf(text: string): Uint32Array {
  const bytes = Uint8Array.from(inflateRawSync(Buffer.from(text, 'base64')))
  return new Uint32Array(bytes.buffer)
}
