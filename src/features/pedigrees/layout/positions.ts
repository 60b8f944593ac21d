import type { Cluster, Rows } from '#features/pedigrees/layout/clusters.ts'
import type { Kinship } from '#features/pedigrees/layout/kinship.ts'

/** The gap between non-partners; partners are 1 apart. */
const GAP = 1.15
const ROUNDS = 24

/** Horizontal positions: parents centred above their children, no overlaps. */
export function positionsOf(rows: Rows, kinship: Kinship): ReadonlyMap<string, number> {
  const positions = new Map<string, number>()
  for (const row of rows)
    place(
      row,
      row.map(() => 0),
      positions,
    )
  for (let round = 0; round < ROUNDS; round++) {
    for (const row of rows)
      place(
        row,
        row.map((cluster) => wishOf(cluster, positions, underParents(kinship, positions))),
        positions,
      )
    for (const row of rows.toReversed()) {
      place(
        row,
        row.map((cluster) => wishOf(cluster, positions, overChildren(kinship, positions))),
        positions,
      )
    }
  }
  const left = Math.min(0, ...positions.values())
  return new Map([...positions].map(([id, x]) => [id, x - left]))
}

type Wish = (id: string) => readonly number[]

function underParents({ parentsOf }: Kinship, positions: ReadonlyMap<string, number>): Wish {
  return (id) => {
    const parents = parentsOf(id).flatMap((parent) => positions.get(parent) ?? [])
    return parents.length === 0 ? [] : [mean(parents)]
  }
}

/** The position of a member that centres each of their couples above its children. */
function overChildren({ unionsOf }: Kinship, positions: ReadonlyMap<string, number>): Wish {
  return (id) =>
    unionsOf(id).flatMap(({ partners, children }) => {
      const below = children.flatMap((child) => positions.get(child) ?? [])
      if (below.length === 0) return []
      const position = positions.get(id) ?? 0
      const middle = mean(partners.map((partner) => positions.get(partner) ?? position))
      return [(Math.min(...below) + Math.max(...below)) / 2 + position - middle]
    })
}

/** The preferred position of a cluster's first member. */
function wishOf({ ids }: Cluster, positions: ReadonlyMap<string, number>, wish: Wish): number {
  const wishes = ids.flatMap((id, index) => wish(id).map((x) => x - index))
  return wishes.length === 0 ? (positions.get(ids[0] ?? '') ?? 0) : mean(wishes)
}

/**
 * Places a row from left to right, each cluster as close to its preferred position as order and gaps allow. Minimises
 * the sum of squares by the pool-adjacent-violators algorithm.
 */
function place(row: readonly Cluster[], wishes: readonly number[], positions: Map<string, number>): void {
  const offsets: number[] = []
  let width = 0
  for (const { ids } of row) {
    offsets.push(width)
    width += ids.length - 1 + GAP
  }
  const pools: { sum: number; count: number }[] = []
  for (const [index, wish] of wishes.entries()) {
    let pool = { sum: wish - (offsets[index] ?? 0), count: 1 }
    for (
      let before = pools.at(-1);
      before && before.sum / before.count > pool.sum / pool.count;
      before = pools.at(-1)
    ) {
      pools.pop()
      pool = { sum: before.sum + pool.sum, count: before.count + pool.count }
    }
    pools.push(pool)
  }
  const starts = pools.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count))
  for (const [index, { ids }] of row.entries()) {
    for (const [order, id] of ids.entries()) positions.set(id, (starts[index] ?? 0) + (offsets[index] ?? 0) + order)
  }
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
