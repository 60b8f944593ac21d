import type { SetOperation } from '#domain/cohorts/cohorts.ts'
import type { CollectionRegion } from '#server/disclosure/bit-layout.ts'
import { at, keyOf } from '#server/disclosure/definition-keys.ts'
import { collectionKey } from '#server/disclosure/ledger/cell-id.ts'
import type { Table } from '#server/disclosure/ledger/count-table.ts'
import { differenceOf, intersectionOf, sizeOf, unionOf } from '#server/disclosure/participant-set.ts'
import { partOf, type ShownPart } from '#server/disclosure/shown-part.ts'

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
  const known = [collectionKey(collection), at(keyOne, collection), at(keyTwo, collection)]
  const table = { population: region.individuals, family: null, countedTo }
  return [
    { ...table, known, cells: atoms },
    {
      ...table,
      known: [...known, ...keys],
      cells: [{ key: at(key, collection), individuals: result }],
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
