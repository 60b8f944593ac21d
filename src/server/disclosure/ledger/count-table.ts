import { createHash } from 'node:crypto'
import type { CollectionRegion } from '#server/disclosure/ledger/individual-layout.ts'
import type { IndividualSet } from '#server/disclosure/ledger/participant-set.ts'

/** A cell of a table of counts. */
export interface Cell {
  /** The key of the definition: cells of equal keys hold the same individuals, whatever their answers. */
  readonly key: string
  readonly individuals: IndividualSet
  /** Individuals outside the population that meet the cell's condition; absent if the population is All Individuals. */
  readonly outside?: number
  /** For each of several variables that define the cells together: the number of members by answer. */
  readonly answers?: readonly ReadonlyMap<string, number>[]
  /** Whether its members have a value of the variable that divides a partition: the number of these may be known. */
  readonly isValue?: boolean
}

/** Counts that a response would disclose together. */
export interface Table {
  /** The individuals that the cells divide; their number is known. */
  readonly population: IndividualSet
  /** Keys of disclosed cells with sums implied by the definitions: the population itself, parents. */
  readonly known: readonly string[]
  /** Groups tables that divide the same population by the same variable; null if there are several variables. */
  readonly family: string | null
  /**
   * Whether each individual of the population is in one cell, and the empty cells are listed too: if all others are shown,
   * the count of an empty one follows from the size of the population.
   */
  readonly isPartition?: boolean
  /** In descending order of importance. If they have answers, they hold the whole population. */
  readonly cells: readonly Cell[]
  /** The greatest number of an individual who was counted; absent if the present data were. */
  readonly countedTo?: number | undefined
}

/** A count that is public: not stored, but usable in differencing attacks. */
export interface Published {
  readonly key: string
  readonly family: string | null
  readonly individuals: IndividualSet
}

/** For each of several variables that define the cells of a table together. */
export type Sharing = (cells: readonly Cell[]) => number[]

/**
 * The numbers of individuals in other cells who share an answer with a member of the given ones. If one is 0, knowing
 * that answer identifies these members.
 */
export function sharingIn({ cells }: Pick<Table, 'cells'>): Sharing {
  const totals = (cells[0]?.answers ?? []).map((_, variable) => answersIn(cells, variable))
  return (shown) =>
    totals.map((total, variable) =>
      [...answersIn(shown, variable)].reduce((sum, [answer, count]) => sum + (total.get(answer) ?? 0) - count, 0),
    )
}

function answersIn(cells: readonly Cell[], variable: number): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { answers } of cells) {
    for (const [answer, count] of answers?.[variable] ?? []) sums.set(answer, (sums.get(answer) ?? 0) + count)
  }
  return sums
}

/** Identifies a cell by its individuals, and by its definition unless it belongs to a family of tables. */
export function cellId(family: string | null, { key, individuals }: Pick<Cell, 'key' | 'individuals'>): string {
  const { from, words } = individuals
  const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength)
  return createHash('sha256')
    .update(`${family ?? key}\n${from}\n`)
    .update(bytes)
    .digest('base64url')
}

/** Key of the cell of all unreadable individuals of a collection. */
export function collectionKey(collection: string): string {
  return `collection ${collection}`
}

/** Individuals whose records an account may not read. */
export interface UnreadableIndividuals {
  readonly allUnreadable: IndividualSet
  readonly regions: ReadonlyMap<string, CollectionRegion>
  /** The collections as they were at earlier releases: their sizes are known. */
  readonly earlier?: readonly IndividualSet[]
}
