import type { SetOperation } from '#domain/cohorts/cohorts.ts'
import type { CollectionRegion } from '#server/disclosure/bit-layout.ts'
import { at, keyOf } from '#server/disclosure/definition-keys.ts'
import type { CountedTable } from '#server/disclosure/disclosure-control.ts'
import { collectionKey } from '#server/disclosure/ledger/cell-id.ts'
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
  shared: Pick<CountedTable, 'variables' | 'decidesFamilies' | 'countedTo'>,
): [CountedTable, CountedTable] {
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
  const table = { ...shared, population: region.individuals, shownPopulation: region.size, family: null }
  return [
    { ...table, known, cells: atoms },
    {
      ...table,
      ...limitsOf(operation, region.size, [parts[0].count, parts[1].count]),
      known: [...known, ...keys],
      cells: [{ key: at(key, collection), individuals: result }],
    },
  ]
}

/** The part of the combination; null if it or one of the atoms is suppressed. Counts are those that are shown. */
export function partOfPair(
  operation: SetOperation,
  [{ cells }, { cells: results, shownPopulation }]: readonly [CountedTable, CountedTable],
  [atoms, counts]: readonly (readonly (number | null)[] | undefined)[],
): ShownPart | null {
  const areShown = cells.every(({ individuals }, place) => sizeOf(individuals) === 0 || atoms?.[place] != null)
  const count = counts?.[0]
  if (!areShown || count == null) return null
  // The same number as in the overlap of the two cohorts.
  const atom = { UNION: null, INTERSECT: atoms?.[0], SUBTRACT: atoms?.[1] }[operation]
  return partOf(results[0]?.individuals, atom == null ? count : Math.min(atom, shownPopulation))
}

/** A combination is as large as its parts allow, with their noise too: no difference to a part is negative. */
function limitsOf(
  operation: SetOperation,
  size: number,
  [one, two]: readonly [number, number],
): Pick<CountedTable, 'shownPopulation' | 'shownLeast'> {
  switch (operation) {
    case 'UNION':
      return { shownPopulation: Math.min(size, one + two), shownLeast: Math.max(one, two) }
    case 'INTERSECT':
      return { shownPopulation: Math.min(one, two) }
    case 'SUBTRACT':
      return { shownPopulation: one }
  }
}
