import { deflateRawSync, inflateRawSync } from 'node:zlib'
import * as v from 'valibot'
import type { Decision } from '#server/disclosure/ledger.ts'
import type { IndividualSet } from '#server/disclosure/participant-set.ts'
import { preparedRowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

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

/** Stands for null in a list of texts; no family is named so. */
const NO_FAMILY = ''

/** Decisions from a position on, in order. */
export async function readDecisions(
  connection: Connection,
  { accountId, answers }: LedgerOwner,
  from: number,
): Promise<(Decision & { readonly place: number })[]> {
  const rows = await preparedRowsOf(
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
  const texts = (value: (decision: Decision, at: number) => string | number | boolean) =>
    decisions.map((decision, at) => String(value(decision, at)))
  // Lists, so that the text and the plan are the same for any number of rows.
  await connection.preparedRows(
    sql`INSERT INTO disclosure (account_id, answers_version, place, id, cell_key, family, is_shown, first_word, words)
     SELECT ${accountId}, ${answers}, CAST(place AS INTEGER), id, cell_key, NULLIF(family, ${NO_FAMILY}),
       CAST(is_shown AS BOOLEAN), CAST(first_word AS INTEGER), words
     FROM (SELECT unnest(CAST(${texts((_, at) => from + at)} AS VARCHAR[])) AS place,
       unnest(CAST(${texts(({ id }) => id)} AS VARCHAR[])) AS id,
       unnest(CAST(${texts(({ key }) => key)} AS VARCHAR[])) AS cell_key,
       unnest(CAST(${texts(({ family }) => family ?? NO_FAMILY)} AS VARCHAR[])) AS family,
       unnest(CAST(${texts(({ isShown }) => isShown)} AS VARCHAR[])) AS is_shown,
       unnest(CAST(${texts(({ individuals }) => individuals.from)} AS VARCHAR[])) AS first_word,
       unnest(CAST(${texts(({ individuals }) => textOf(individuals))} AS VARCHAR[])) AS words) decisions`,
  )
}

function textOf({ words }: IndividualSet): string {
  return deflateRawSync(new Uint8Array(words.buffer, words.byteOffset, words.byteLength)).toString('base64')
}

function wordsOf(text: string): Uint32Array {
  const bytes = Uint8Array.from(inflateRawSync(Buffer.from(text, 'base64')))
  return new Uint32Array(bytes.buffer)
}
