import { knownAt, type CollectionRegion, type IndividualLayout } from '#server/disclosure/bit-layout.ts'
import type { Published, Table } from '#server/disclosure/ledger/count-table.ts'
import {
  insertDecisions,
  readDecisions,
  type LedgerOwner,
  type StoredDecision,
} from '#server/disclosure/ledger/decision-rows.ts'
import { Ledger } from '#server/disclosure/ledger/ledger.ts'
import type { RandomBelow } from '#server/disclosure/ledger/low-weight-search.ts'
import type { UnreadableIndividuals } from '#server/disclosure/ledger/unreadable-individuals.ts'
import { intersectionOf, sizeOf, unionOf, type IndividualSet } from '#server/disclosure/participant-set.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { createPause } from '#server/platform/scheduling/yield.ts'

interface AccountIndividuals extends UnreadableIndividuals {
  readonly regions: ReadonlyMap<string, CollectionRegion>
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
    const made = decided.flatMap((own) => own.made)
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
