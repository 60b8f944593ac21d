import {
  type Cell,
  type Published,
  type Sharing,
  type Table,
  type UnreadableIndividuals,
  cellId,
  collectionKey,
  sharingIn,
} from '#server/disclosure/ledger/count-table.ts'
import { Decisions } from '#server/disclosure/ledger/decisions.ts'
import { isSumOf } from '#server/disclosure/ledger/echelon-sample.ts'
import { LowWeightSearch, type Mask, type RandomBelow } from '#server/disclosure/ledger/low-weight-search.ts'
import { type IndividualSet, sizeOf, sizeWithout, unionOf } from '#server/disclosure/ledger/participant-set.ts'

/** A decision about one cell. Stored, so that a repeated query costs nothing. */
export interface Decision {
  readonly id: string
  readonly key: string
  readonly family: string | null
  readonly individuals: IndividualSet
  readonly isShown: boolean
  /** As `Table.countedTo`. */
  readonly countedTo?: number | undefined
}

interface Recorded extends Decision {
  readonly mask: Mask
}

/** A decision of an earlier release. */
interface EarlierDecision {
  readonly mask: Mask
  readonly isShown: boolean
  /** The greatest number of an individual who was counted. */
  readonly countedTo: number
}

/** A cell of a table under decision; without an id the decision is not stored. */
interface Draft {
  readonly cell: Cell
  readonly before?: Recorded
  readonly earlier?: EarlierDecision | undefined
  readonly id?: string
  mask?: Mask
  isShown: boolean
}

/**
 * The counts of unreadable individuals that were disclosed to one account, and the decision about further counts. A
 * count is shown if it and its complement in the population are at least the minimum, and no sum of it and earlier
 * counts depends on fewer individuals. Suppressed cells count as known, and so do those of earlier releases.
 */
export class Ledger {
  readonly #minimum: number
  readonly #search: LowWeightSearch
  readonly #allUnreadable: IndividualSet
  readonly #present: Decisions<Recorded>
  readonly #byKey = new Map<string, Recorded[]>()
  readonly #byFamily = new Map<string, Recorded[]>()
  readonly #earlier: Decisions<EarlierDecision>

  constructor({ allUnreadable, regions, earlier = [] }: UnreadableIndividuals, minimum: number, random: RandomBelow) {
    this.#minimum = minimum
    this.#allUnreadable = allUnreadable
    this.#present = new Decisions([...regions.values()])
    this.#earlier = new Decisions([...regions.values()])
    this.#search = new LowWeightSearch({ allUnreadable, regions: [...regions.values()] }, minimum, random)
    for (const [collection, { individuals }] of regions) {
      const key = collectionKey(collection)
      this.#record({ id: cellId(null, { key, individuals }), key, family: null, individuals, isShown: true })
    }
    for (const individuals of earlier) this.#search.maskOf(individuals)
  }

  /** Earlier decisions about the cells of a table; null if any cell is new. */
  decided(table: Table): readonly boolean[] | null {
    const isShown: boolean[] = []
    for (const cell of table.cells) {
      const before = this.#before(table, cell)
      if (!before && sizeOf(cell.individuals) > 0) {
        if (!this.#isClosed(table, cell) || this.#earlierTo(table, cell)) return null
      }
      isShown.push(before?.isShown === true)
    }
    return isShown
  }

  /** Decides which cells are shown. The caller stores new decisions. */
  decide(table: Table): { readonly isShown: readonly boolean[]; readonly made: readonly Decision[] } {
    const drafts = table.cells.map((cell): Draft => {
      const before = this.#before(table, cell)
      if (before) return { cell, before, isShown: before.isShown }
      const earlier = this.#earlierTo(table, cell)
      if (sizeOf(cell.individuals) === 0) return { cell, isShown: false }
      if (!earlier && this.#isClosed(table, cell)) return { cell, isShown: false }
      return { cell, isShown: false, earlier, id: cellId(table.family, cell) }
    })
    const sharing = sharingIn(table)
    const masks: Mask[] = []
    for (const draft of drafts) {
      const mask = draft.id === undefined ? null : this.#disclose(table, draft, masks, sharing)
      if (mask) Object.assign(draft, { mask, isShown: true })
      if (mask) masks.push(mask)
    }
    const values = table.isPartition ? drafts.filter(({ cell }) => cell.isValue) : []
    for (const draft of values.toReversed()) {
      if (!hidesEmptyAlone(values)) break
      draft.isShown &&= draft.before !== undefined
    }
    // Complementary suppression: the shown cells disclose their complement. The least important cells are suppressed until it may be disclosed.
    for (const draft of drafts.toReversed()) {
      if (this.#mayBeRest(table, drafts, sharing)) break
      draft.isShown &&= draft.before !== undefined
    }
    const { family, countedTo } = table
    const made: Decision[] = []
    for (const { cell, earlier, id, mask, isShown } of drafts) {
      if (id === undefined) continue
      const { key, individuals } = cell
      const decision = { id, key, family, individuals, isShown, countedTo }
      this.#record(decision, mask ?? earlier?.mask)
      // Not stored: it follows from the earlier decision.
      if (!earlier) made.push(decision)
    }
    return { isShown: drafts.map(({ isShown }) => isShown), made }
  }

  /** Adds a stored decision, of this server or another. */
  replay(decision: Decision): void {
    const known = this.#present.alike(decision.id, this.#allUnreadable, decision.countedTo)
    if (known.length === 0) this.#record(decision)
  }

  /** Adds a stored decision on an earlier release; without `countedTo` on an import that was undone. */
  replayEarlier({ key, family, individuals, isShown }: Omit<Decision, 'id'>, countedTo: number | null): void {
    const mask = this.#search.maskOf(individuals)
    if (countedTo === null) return
    this.#earlier.add(cellId(family, { key, individuals }), { mask, isShown, countedTo })
  }

  /** Adds a public count. */
  publish({ key, family, individuals }: Published): void {
    this.replay({ id: cellId(family, { key, individuals }), key, family, individuals, isShown: true })
  }

  /** The earlier decision about a cell. Its key may differ: the same individuals may meet another condition. */
  #before({ family, population, countedTo }: Table, cell: Cell): Recorded | undefined {
    const [before] = this.#present.alike(cellId(family, cell), population, countedTo)
    const alike = this.#byKey.get(cell.key)
    if (before && !alike?.includes(before)) append(this.#byKey, cell.key, before)
    return before
  }

  /** Whether a cell without an earlier decision is suppressed, whatever it holds with others. */
  #isClosed({ family }: Table, cell: Cell): boolean {
    return this.#present.hasAny(cellId(family, cell)) || this.#search.isFullFor(cell.individuals)
  }

  #earlierTo({ family, population, countedTo }: Table, cell: Cell): EarlierDecision | undefined {
    return this.#earlier.alike(cellId(family, cell), population, countedTo).at(-1)
  }

  /** Adds a cell to the disclosed sets and returns its mask; null if it must be suppressed. */
  #disclose(
    table: Table,
    { cell, earlier }: Pick<Draft, 'cell' | 'earlier'>,
    made: readonly Mask[],
    sharing: Sharing,
  ): Mask | null {
    const { key, individuals, outside } = cell
    const rests = [
      sizeWithout(table.population, individuals),
      ...(outside === undefined ? [] : [outside]),
      ...sharing([cell]),
    ]
    if (sizeOf(individuals) < this.#minimum || rests.some((rest) => rest < this.#minimum)) return null
    if (earlier) return earlier.isShown ? earlier.mask : null
    const relation = this.#search.relationOf(individuals)
    if (relation.kind === 'independent') return this.#search.add(individuals, relation.reduced)
    return relation.kind === 'sum' && isSumOf(relation.mask, [...this.#masksKnown(table, key), ...made])
      ? relation.mask
      : null
  }

  /** Masks of disclosed sets with sums implied by the cell's definition. */
  #masksKnown({ known, family }: Table, key: string): Mask[] {
    const records = [
      ...[...known, key].flatMap((cellKey) => this.#byKey.get(cellKey) ?? []),
      ...(family === null ? [] : (this.#byFamily.get(family) ?? [])),
    ]
    return records.filter(({ isShown }) => isShown).map(({ mask }) => mask)
  }

  /**
   * Whether the union of suppressed cells may be known: it is the population less the shown cells. That they are empty may
   * not be known.
   */
  #mayBeRest({ population, isPartition = false }: Table, drafts: readonly Draft[], sharing: Sharing): boolean {
    const hidden = drafts.filter(({ isShown }) => !isShown).map(({ cell }) => cell)
    const size = sizeWithout(
      population,
      unionOf(drafts.flatMap(({ cell, isShown }) => (isShown ? [cell.individuals] : []))),
    )
    if (size === 0) return !isPartition || hidden.length === 0
    const outside = hidden.some((cell) => cell.outside !== undefined)
      ? [hidden.reduce((sum, cell) => sum + (cell.outside ?? 0), 0)]
      : []
    return [...outside, ...sharing(hidden)].every((rest) => rest >= this.#minimum)
  }

  #record(decision: Decision, disclosed?: Mask): void {
    const recorded = { ...decision, mask: disclosed ?? this.#search.maskOf(decision.individuals) }
    this.#present.add(decision.id, recorded)
    append(this.#byKey, decision.key, recorded)
    if (decision.family !== null) append(this.#byFamily, decision.family, recorded)
  }
}

/** Whether only empty cells are hidden: that they are empty follows from the sum of all cells. */
function hidesEmptyAlone(drafts: readonly Draft[]): boolean {
  const hidden = drafts.filter(({ isShown }) => !isShown)
  return hidden.length > 0 && hidden.every(({ cell }) => sizeOf(cell.individuals) === 0)
}

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
