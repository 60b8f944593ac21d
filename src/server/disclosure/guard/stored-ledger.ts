import { deflateRawSync, inflateRawSync } from 'node:zlib'
import * as v from 'valibot'
import type { Published, Table, UnreadableIndividuals } from '#server/disclosure/ledger/count-table.ts'
import { type IndividualLayout, knownAt, layoutOf } from '#server/disclosure/ledger/individual-layout.ts'
import { type Decision, Ledger } from '#server/disclosure/ledger/ledger.ts'
import type { RandomBelow } from '#server/disclosure/ledger/low-weight-search.ts'
import { type IndividualSet, intersectionOf, sizeOf, unionOf } from '#server/disclosure/ledger/participant-set.ts'
import { FAMILY } from '#server/engine/sources/form-tables.ts'
import { type Connection, preparedRowsOf, rowsOf } from '#server/platform/db/database.ts'
import { raw, sql } from '#server/platform/db/sql.ts'
import { createPause } from '#server/platform/scheduling/yield.ts'

const CollectionRow = v.object({
  collection: v.string(),
  individuals: v.array(v.number()),
  families: v.array(v.string()),
})

/** The bit of each individual of the present data. */
export async function readIndividualLayout(connection: Connection): Promise<IndividualLayout> {
  const rows = await rowsOf(
    connection,
    CollectionRow,
    sql`SELECT collection, array_agg(individual_no ORDER BY individual_no) AS individuals,
       array_agg(${FAMILY} ORDER BY individual_no) AS families
     FROM individual i GROUP BY collection ORDER BY collection`,
  )
  return layoutOf(rows)
}

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
  const texts = (value: (decision: Decision, index: number) => string | number | boolean) =>
    decisions.map((decision, index) => String(value(decision, index)))
  // Lists, so that the text and the plan are the same for any number of rows.
  await connection.preparedRows(
    sql`INSERT INTO disclosure (account_id, answers_version, last_individual, counted_to, place, id, cell_key, family,
       is_shown, first_word, words)
     SELECT ${accountId}, ${answers}, CAST(${lastIndividual} AS INTEGER), CAST(counted_to AS INTEGER),
       CAST(place AS INTEGER), id, cell_key, NULLIF(family, ${NO_FAMILY}), CAST(is_shown AS BOOLEAN),
       CAST(first_word AS INTEGER), words
     FROM (SELECT unnest(CAST(${texts((_, index) => from + index)} AS VARCHAR[])) AS place,
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

interface AccountIndividuals extends UnreadableIndividuals {
  readonly layout: IndividualLayout
}

/**
 * For an account with decisions on an import that was undone. Individuals who were added since may be some of that
 * import under other numbers: a sum that seems to depend on them may not. They weigh nothing, and counts of collections
 * that have grown since are suppressed.
 */
interface AfterUndo {
  /** The individuals of before the import. */
  readonly present: IndividualSet
  /** The collections that have grown since. */
  readonly closed: readonly IndividualSet[]
}

/** The ledger of an account on one data version, with its stored decisions of all data versions. */
export class AccountLedger {
  readonly #owner: LedgerOwner
  readonly #individuals: AccountIndividuals
  readonly #ledgerOf: (individuals: UnreadableIndividuals) => Ledger
  /** Null until the stored decisions are read. */
  #ledger: Ledger | null = null
  #undone: AfterUndo | null = null
  /** Position of the next decision in the database. */
  #next = 0

  constructor(owner: LedgerOwner, individuals: AccountIndividuals, minimum: number, random: RandomBelow) {
    this.#owner = owner
    this.#individuals = individuals
    this.#ledgerOf = (some) => new Ledger(some, minimum, random)
  }

  /** Earlier decisions about the cells of a table; null if any cell is new. */
  decided(table: Table): readonly boolean[] | null {
    return this.#isClosed(table) ? table.cells.map(() => false) : (this.#ledger?.decided(table) ?? null)
  }

  /** Decides which cells of each table are shown, and stores the decisions. Call it under the write lock. */
  async decide(
    connection: Connection,
    tables: readonly Table[],
    published: readonly Published[],
  ): Promise<(readonly boolean[])[]> {
    const ledger = await this.#upToDate(connection)
    for (const one of published) ledger.publish({ ...one, individuals: this.#weighed(one.individuals) })
    const decided = tables.map((table) =>
      this.#isClosed(table) ? { isShown: table.cells.map(() => false), made: [] } : ledger.decide(table),
    )
    const made = decided.flatMap((decision) => decision.made)
    await insertDecisions(connection, this.#owner, this.#next, made)
    this.#next += made.length
    return decided.map(({ isShown }) => isShown)
  }

  /** Reads decisions that another server, or an earlier process, stored. */
  async #upToDate(connection: Connection): Promise<Ledger> {
    const pause = createPause()
    const stored = await readDecisions(connection, this.#owner.accountId, this.#next)
    const ledger = (this.#ledger ??= this.#begin(stored))
    for (const decision of stored) {
      this.#replay(ledger, decision)
      this.#next = decision.place + 1
      await pause()
    }
    return ledger
  }

  /** The ledger before its stored decisions. An import is undone between two data versions, thus between two ledgers. */
  #begin(stored: readonly StoredDecision[]): Ledger {
    const undone = stored.filter(({ isUndone }) => isUndone).map(({ lastIndividual }) => lastIndividual)
    if (undone.length === 0) return this.#ledgerOf(this.#individuals)
    const last = Math.min(...undone)
    const regions = [...this.#individuals.regions]
    this.#undone = {
      present: unionOf(regions.map(([, region]) => knownAt(region, last))),
      closed: regions.flatMap(([, region]) => (region.countUpTo(last) < region.size ? [region.individuals] : [])),
    }
    return this.#ledgerOf({
      allUnreadable: this.#undone.present,
      regions: new Map(
        regions.map(([name, region]) => [name, { ...region, individuals: this.#weighed(region.individuals) }]),
      ),
      earlier: (this.#individuals.earlier ?? []).map((individuals) => this.#weighed(individuals)),
    })
  }

  #replay(ledger: Ledger, decision: StoredDecision): void {
    const { answers, lastIndividual, isUndone, countedTo, ...stored } = decision
    const { layout } = this.#individuals
    const isSameLayout = lastIndividual === layout.lastIndividual
    const placed = isSameLayout ? stored.individuals : layout.fromEarlier(stored.individuals, lastIndividual)
    // The account may read more collections than it did.
    const individuals = this.#weighed(intersectionOf(placed, this.#individuals.allUnreadable))
    if (answers === this.#owner.answers) ledger.replay({ ...stored, individuals, countedTo })
    else ledger.replayEarlier({ ...stored, individuals }, isUndone ? null : countedTo)
  }

  #weighed(individuals: IndividualSet): IndividualSet {
    return this.#undone ? intersectionOf(individuals, this.#undone.present) : individuals
  }

  #isClosed({ population }: Table): boolean {
    return this.#undone?.closed.some((region) => sizeOf(intersectionOf(population, region)) > 0) ?? false
  }
}
