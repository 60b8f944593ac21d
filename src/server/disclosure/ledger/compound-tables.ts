import type { SetOperation } from '#domain/cohorts/cohorts.ts'
import { type Table, collectionKey } from '#server/disclosure/ledger/count-table.ts'
import { partKey, keyOf } from '#server/disclosure/ledger/definition-keys.ts'
import type { CollectionRegion } from '#server/disclosure/ledger/individual-layout.ts'
import {
  type IndividualSet,
  differenceOf,
  intersectionOf,
  sizeOf,
  unionOf,
} from '#server/disclosure/ledger/participant-set.ts'

/** Unreadable members of a cohort in one collection. */
export interface ShownPart {
  readonly individuals: IndividualSet
  /** The number that is shown. */
  readonly count: number
  /** The number of their families as it is shown, in a pedigree set. */
  readonly families?: number
}

/** By collection; null where the count is suppressed. */
export type CohortParts = ReadonlyMap<string, ShownPart | null>

/** The outcomes of a condition by collection; null where the parent is suppressed. */
export type OutcomeParts = ReadonlyMap<string, ReadonlyMap<string, ShownPart | null> | null>

/** The part of a cell, from its count as it is shown. */
export function partOf(individuals: IndividualSet | undefined, count: number | null | undefined): ShownPart | null {
  return individuals === undefined || count == null ? null : { individuals, count }
}

/** The keys of the four atoms of two cohorts in a collection: both, each alone, neither. */
export function atomKeys(keyOne: string, keyTwo: string, collection: string): [string, string, string, string] {
  const pair = keyOf('pair', [keyOne, keyTwo].toSorted())
  const names = ['both', keyOf('only', keyOne), keyOf('only', keyTwo), 'neither']
  const [both = '', onlyOne = '', onlyTwo = '', neither = ''] = names.map((name) => keyOf(pair, name, collection))
  return [both, onlyOne, onlyTwo, neither]
}

export interface CompoundPair {
  readonly operation: SetOperation
  readonly collection: string
  readonly region: CollectionRegion
  readonly parts: readonly [ShownPart, ShownPart]
  readonly cohortKeys: readonly [string, string]
  /** The key of the combination. */
  readonly key: string
  /** Whether one cohort contains the other by its definition. */
  readonly isRelated: boolean
}

/** The atoms of two cohorts in one collection, and their combination. */
export function tablesOfPair(
  { operation, collection, region, parts, cohortKeys, key, isRelated }: CompoundPair,
  countedTo: number | undefined,
): [Table, Table] {
  const [a, b] = [parts[0].individuals, parts[1].individuals]
  const both = intersectionOf(a, b)
  const [onlyOne, onlyTwo] = [differenceOf(a, b), differenceOf(b, a)]
  const neither = differenceOf(region.individuals, unionOf([a, b]))
  const result = { UNION: unionOf([a, b]), INTERSECT: both, SUBTRACT: onlyOne }[operation]
  const [keyOne, keyTwo] = cohortKeys
  const keys = atomKeys(keyOne, keyTwo, collection)
  const atoms = [
    { individuals: both, membership: ['in', 'in'] },
    { individuals: onlyOne, membership: ['in', 'out'] },
    { individuals: onlyTwo, membership: ['out', 'in'] },
    { individuals: neither, membership: ['out', 'out'] },
  ].map(({ individuals, membership }, place) => ({
    key: keys[place] ?? '',
    individuals,
    ...(!isRelated && { answers: membership.map((answer) => new Map([[answer, sizeOf(individuals)]])) }),
  }))
  const known = [collectionKey(collection), partKey(keyOne, collection), partKey(keyTwo, collection)]
  const table = { population: region.individuals, family: null, countedTo }
  return [
    { ...table, known, cells: atoms },
    {
      ...table,
      known: [...known, ...keys],
      cells: [{ key: partKey(key, collection), individuals: result }],
    },
  ]
}

/** The part of the combination; null if it or one of the atoms is suppressed. */
export function partOfPair(
  [{ cells }, { cells: results }]: readonly [Table, Table],
  [atoms, counts]: readonly (readonly (number | null)[] | undefined)[],
): ShownPart | null {
  const areShown = cells.every(({ individuals }, place) => sizeOf(individuals) === 0 || atoms?.[place] != null)
  const count = counts?.[0]
  if (!areShown || count == null) return null
  return partOf(results[0]?.individuals, count)
}
