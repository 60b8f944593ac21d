import { createHash } from 'node:crypto'
import { isSumOf } from '#server/disclosure/bit-vector.ts'
import { LowWeightSearch, type Mask, type RandomBelow, type Region } from '#server/disclosure/low-weight-search.ts'
import { sizeOf, sizeWithout, unionOf, type PeopleSet } from '#server/disclosure/people-set.ts'

/** The people whose records an account may not read. */
export interface UnreadablePeople {
  readonly everybody: PeopleSet
  /** By collection. */
  readonly regions: ReadonlyMap<string, Region & { readonly people: PeopleSet }>
}

/** A cell of a table whose count would be disclosed. */
export interface Cell {
  /** How it is defined: cells of equal keys hold the same people whatever these answered. */
  readonly key: string
  readonly people: PeopleSet
  /** How many outside the population meet the cell's condition; absent where the population is everybody. */
  readonly outside?: number
  /**
   * For each of several variables that define the cell together: how many of the population outside the cell gave an
   * answer to it that somebody in the cell gave. Where there is nobody, knowing that answer says who is in the cell.
   */
  readonly sharing?: readonly number[]
}

/** Counts that a response would disclose together. */
export interface Table {
  /** The people of whom the cells are parts; their number is known. */
  readonly population: PeopleSet
  /** Keys of disclosed cells of which sums follow from what the cells mean: the population itself, parents. */
  readonly known: readonly string[]
  /** Names tables that divide the same population by the same one variable; null where several variables play a part. */
  readonly family: string | null
  /** The most important first. */
  readonly cells: readonly Cell[]
}

/** A decision about one cell: stored, so that a repeat costs nothing. */
export interface Decision {
  readonly id: string
  readonly key: string
  readonly family: string | null
  readonly people: PeopleSet
  readonly isShown: boolean
}

interface Recorded extends Decision {
  readonly mask: Mask
}

/** A cell while its table is decided; without an id no decision is stored. */
interface Draft {
  readonly cell: Cell
  readonly before?: Recorded
  readonly id?: string
  mask?: Mask
  isShown: boolean
}

/** The key of the cell of all unreadable people of a collection. */
export function collectionKey(collection: string): string {
  return `collection ${collection}`
}

/**
 * What was disclosed to one account of the people whom it may not read, and what may still be. A count is shown where it
 * and what it leaves of its population are of at least the minimum, and no sum of it and the counts decided before
 * depends on fewer people. Hidden cells count as if they were known.
 */
export class Ledger {
  readonly #minimum: number
  readonly #search: LowWeightSearch
  readonly #byId = new Map<string, Recorded>()
  readonly #byKey = new Map<string, Recorded[]>()
  readonly #byFamily = new Map<string, Recorded[]>()

  constructor({ everybody, regions }: UnreadablePeople, minimum: number, random: RandomBelow) {
    this.#minimum = minimum
    this.#search = new LowWeightSearch({ everybody, regions: [...regions.values()] }, minimum, random)
    for (const [collection, { people }] of regions) {
      const key = collectionKey(collection)
      this.#record({ id: idOf(key, people), key, family: null, people, isShown: true })
    }
  }

  /** What was decided of the cells of a table, or null where one of them is new. */
  decided({ family, cells }: Table): readonly boolean[] | null {
    const isShown: boolean[] = []
    for (const cell of cells) {
      const before = this.#before(family, cell)
      if (!before && sizeOf(cell.people) > 0 && !this.#search.isFullFor(cell.people)) return null
      isShown.push(before?.isShown === true)
    }
    return isShown
  }

  /** Decides which cells are shown; new decisions are to be stored. */
  decide(table: Table): { readonly isShown: readonly boolean[]; readonly made: readonly Decision[] } {
    const drafts = table.cells.map((cell): Draft => {
      const before = this.#before(table.family, cell)
      if (before) return { cell, before, isShown: before.isShown }
      if (sizeOf(cell.people) === 0 || this.#search.isFullFor(cell.people)) return { cell, isShown: false }
      return { cell, isShown: false, id: idOf(keyOf(table.family, cell), cell.people) }
    })
    const masks: Mask[] = []
    for (const draft of drafts) {
      const mask = draft.id === undefined ? null : this.#disclose(table, draft.cell, masks)
      if (mask) Object.assign(draft, { mask, isShown: true })
      if (mask) masks.push(mask)
    }
    if (!this.#mayBeRest(table, drafts)) for (const draft of drafts) draft.isShown &&= draft.before !== undefined
    const made = drafts.flatMap(({ cell, id, mask, isShown }) =>
      id === undefined
        ? []
        : [this.#record({ id, key: cell.key, family: table.family, people: cell.people, isShown }, mask)],
    )
    return { isShown: drafts.map(({ isShown }) => isShown), made }
  }

  /** Takes in a decision made before, or by another server. */
  replay(decision: Decision): void {
    if (!this.#byId.has(decision.id)) this.#record(decision)
  }

  /** Takes in a count that everybody may know. */
  publish(key: string, family: string | null, people: PeopleSet): void {
    this.replay({ id: idOf(keyOf(family, { key, people }), people), key, family, people, isShown: true })
  }

  /** What was decided of a cell before; it may have another key now, as the same people meet another condition. */
  #before(family: string | null, cell: Cell): Recorded | undefined {
    const before = this.#byId.get(idOf(keyOf(family, cell), cell.people))
    const alike = this.#byKey.get(cell.key)
    if (before && !alike?.includes(before)) append(this.#byKey, cell.key, before)
    return before
  }

  /** Adds a cell to what is disclosed and gives its mask; null where it has to be hidden. */
  #disclose(table: Table, { key, people, outside, sharing = [] }: Cell, made: readonly Mask[]): Mask | null {
    const rests = [sizeWithout(table.population, people), ...(outside === undefined ? [] : [outside]), ...sharing]
    if (sizeOf(people) < this.#minimum || rests.some((rest) => rest < this.#minimum)) return null
    const relation = this.#search.relationOf(people)
    if (relation.kind === 'independent') return this.#search.add(people, relation.reduced)
    return relation.kind === 'sum' && isSumOf(relation.mask, [...this.#masksKnown(table, key), ...made])
      ? relation.mask
      : null
  }

  /** Of the disclosed sets whose sums follow from what the cell means. */
  #masksKnown({ known, family }: Table, key: string): Mask[] {
    const records = [
      ...[...known, key].flatMap((own) => this.#byKey.get(own) ?? []),
      ...(family === null ? [] : (this.#byFamily.get(family) ?? [])),
    ]
    return records.filter(({ isShown }) => isShown).map(({ mask }) => mask)
  }

  /** Whether what is hidden may be known as a whole: it is what the shown cells leave of the population. */
  #mayBeRest({ population }: Table, drafts: readonly Draft[]): boolean {
    const hidden = drafts.filter(({ isShown }) => !isShown).map(({ cell }) => cell)
    const size = sizeWithout(population, unionOf(drafts.flatMap(({ cell, isShown }) => (isShown ? [cell.people] : []))))
    if (size === 0) return true
    const outside = hidden.some((cell) => cell.outside !== undefined)
      ? [hidden.reduce((sum, cell) => sum + (cell.outside ?? 0), 0)]
      : []
    const sharing = (hidden[0]?.sharing ?? []).map((_, variable) =>
      Math.max(
        0,
        ...hidden
          .filter(({ people }) => sizeOf(people) > 0)
          .map((cell) => (cell.sharing?.[variable] ?? 0) - (size - sizeOf(cell.people))),
      ),
    )
    return [...outside, ...sharing].every((rest) => rest >= this.#minimum)
  }

  #record(decision: Decision, disclosed?: Mask): Decision {
    const recorded = { ...decision, mask: disclosed ?? this.#maskOf(decision.people) }
    this.#byId.set(decision.id, recorded)
    append(this.#byKey, decision.key, recorded)
    if (decision.family !== null) append(this.#byFamily, decision.family, recorded)
    return decision
  }

  #maskOf(people: PeopleSet): Mask {
    const relation = this.#search.relationOf(people)
    if (relation.kind === 'sum') return relation.mask
    return this.#search.add(people, relation.kind === 'independent' ? relation.reduced : [])
  }
}

/** Cells of one family differ by their people alone. */
function keyOf(family: string | null, { key }: Cell): string {
  return family ?? key
}

function idOf(key: string, { from, words }: PeopleSet): string {
  const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength)
  return createHash('sha256').update(`${key}\n${from}\n`).update(bytes).digest('base64url')
}

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
