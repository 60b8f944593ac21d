import { deflateRawSync, inflateRawSync } from 'node:zlib'
import * as v from 'valibot'
import type { IndividualLayout } from '#server/disclosure/bit-layout.ts'
import type { Decision } from '#server/disclosure/ledger/ledger.ts'
import type { IndividualSet } from '#server/disclosure/participant-set.ts'
import { preparedRowsOf, rowsOf, type Connection } from '#server/platform/db/database.ts'
import { raw, sql } from '#server/platform/db/sql.ts'

/** The account and the data of the decisions. The unreadable individuals change with the account's access. */
export interface LedgerOwner {
  readonly accountId: number
  /** The data version. */
  readonly answers: string
  /** The greatest individual number of these data. */
  readonly lastIndividual: number
}

/** A decision as it was stored. */
export interface StoredDecision extends Decision {
  readonly countedTo: number
  readonly place: number
  /** Data version. */
  readonly answers: string
  /** The bits are those of the individuals up to this number. */
  readonly lastIndividual: number
  /** Whether the import of the data was undone. */
  readonly isUndone: boolean
}

const Row = v.object({
  place: v.number(),
  answers_version: v.string(),
  last_individual: v.number(),
  counted_to: v.nullable(v.number()),
  id: v.string(),
  cell_key: v.string(),
  family: v.nullable(v.string()),
  is_shown: v.boolean(),
  first_word: v.number(),
  words: v.string(),
})

/** Stands for null in a list of texts; no family is named so. */
const NO_FAMILY = ''

/** Stands for the data version of an import that was undone. */
const UNDONE = 'undone'

const COLUMNS = raw(
  'place, answers_version, last_individual, counted_to, id, cell_key, family, is_shown, first_word, words',
)

/** An account's decisions from a position on, of every data version, in order. */
export async function readDecisions(
  connection: Connection,
  accountId: number,
  from: number,
): Promise<StoredDecision[]> {
  const rows = await preparedRowsOf(
    connection,
    Row,
    sql`SELECT ${COLUMNS} FROM disclosure WHERE account_id = ${accountId} AND place >= ${from} ORDER BY place`,
  )
  return rows.map(decisionOf)
}

function decisionOf(row: v.InferOutput<typeof Row>): StoredDecision {
  return {
    place: row.place,
    answers: row.answers_version,
    lastIndividual: row.last_individual,
    countedTo: row.counted_to ?? row.last_individual,
    isUndone: row.counted_to === null,
    id: row.id,
    key: row.cell_key,
    family: row.family,
    isShown: row.is_shown,
    individuals: { from: row.first_word, words: wordsOf(row.words) },
  }
}

/** Stores decisions from a position on. */
export async function insertDecisions(
  connection: Connection,
  { accountId, answers, lastIndividual }: LedgerOwner,
  from: number,
  decisions: readonly Decision[],
): Promise<void> {
  if (decisions.length === 0) return
  const texts = (value: (decision: Decision, at: number) => string | number | boolean) =>
    decisions.map((decision, at) => String(value(decision, at)))
  // Lists, so that the text and the plan are the same for any number of rows.
  await connection.preparedRows(
    sql`INSERT INTO disclosure (account_id, answers_version, last_individual, counted_to, place, id, cell_key, family,
       is_shown, first_word, words)
     SELECT ${accountId}, ${answers}, CAST(${lastIndividual} AS INTEGER), CAST(counted_to AS INTEGER),
       CAST(place AS INTEGER), id, cell_key, NULLIF(family, ${NO_FAMILY}), CAST(is_shown AS BOOLEAN),
       CAST(first_word AS INTEGER), words
     FROM (SELECT unnest(CAST(${texts((_, at) => from + at)} AS VARCHAR[])) AS place,
       unnest(CAST(${texts(({ countedTo = lastIndividual }) => countedTo)} AS VARCHAR[])) AS counted_to,
       unnest(CAST(${texts(({ id }) => id)} AS VARCHAR[])) AS id,
       unnest(CAST(${texts(({ key }) => key)} AS VARCHAR[])) AS cell_key,
       unnest(CAST(${texts(({ family }) => family ?? NO_FAMILY)} AS VARCHAR[])) AS family,
       unnest(CAST(${texts(({ isShown }) => isShown)} AS VARCHAR[])) AS is_shown,
       unnest(CAST(${texts(({ individuals }) => individuals.from)} AS VARCHAR[])) AS first_word,
       unnest(CAST(${texts(({ individuals }) => textOf(individuals))} AS VARCHAR[])) AS words) decisions`,
  )
}

/**
 * Keeps the decisions on an import that is being undone, in the layout of the individuals who remain. Call it while the
 * individuals of the import are still there. Their answers are no part of any later count.
 */
export async function keepUndoneDecisions(
  connection: Connection,
  { toEarlier }: Pick<IndividualLayout, 'toEarlier'>,
  answers: string,
  lastIndividual: number,
): Promise<void> {
  const rows = await rowsOf(
    connection,
    v.object({ ...Row.entries, account_id: v.number() }),
    sql`SELECT account_id, ${COLUMNS} FROM disclosure WHERE answers_version = ${answers}`,
  )
  for (const { account_id: accountId, ...row } of rows) {
    const individuals = toEarlier(decisionOf(row).individuals, lastIndividual)
    await connection.run(
      sql`UPDATE disclosure SET last_individual = ${lastIndividual}, counted_to = NULL, answers_version = ${UNDONE},
          first_word = ${individuals.from}, words = ${textOf(individuals)}
        WHERE account_id = ${accountId} AND place = ${row.place}`,
    )
  }
}

function textOf({ words }: IndividualSet): string {
  return deflateRawSync(new Uint8Array(words.buffer, words.byteOffset, words.byteLength)).toString('base64')
}

function wordsOf(text: string): Uint32Array {
  const bytes = Uint8Array.from(inflateRawSync(Buffer.from(text, 'base64')))
  return new Uint32Array(bytes.buffer)
}
