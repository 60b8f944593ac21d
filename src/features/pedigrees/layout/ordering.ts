import type { Cluster, Rows } from '#features/pedigrees/layout/clusters.ts'
import type { Kinship } from '#features/pedigrees/layout/kinship.ts'

const SWEEPS = 6
/** In larger families crossings are not counted: the last order is used. */
const COUNTED = 400

/** Orders each generation to reduce line crossings: members move to the middle of their parents or children. */
export function ordered(rows: Rows, kinship: Kinship): Rows {
  let current = rows
  let best = rows
  let fewest = crossingsOf(rows, kinship)
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
    const relatives = sweep % 2 === 0 ? kinship.parentsOf : kinship.childrenOf
    current = swept(current, relatives, sweep % 2 === 0)
    const crossings = crossingsOf(current, kinship)
    if (kinship.members.size > COUNTED || crossings < fewest) {
      best = current
      fewest = crossings
    }
  }
  return best
}

function swept(rows: Rows, relativesOf: (id: string) => readonly string[], isDownward: boolean): Rows {
  const next = [...rows]
  const indices = isDownward ? next.keys() : [...next.keys()].toReversed()
  for (const index of indices) {
    const places = placesOf(next)
    const wish = (cluster: Cluster, position: number) => {
      const near = cluster.ids.flatMap(relativesOf).flatMap((id) => places.get(id)?.share ?? [])
      return near.length === 0 ? position : near.reduce((sum, place) => sum + place, 0) / near.length
    }
    const row = next[index] ?? []
    next[index] = row
      .map((cluster, place) => ({ cluster, wish: wish(cluster, (place + 0.5) / row.length) }))
      .toSorted((one, other) => one.wish - other.wish)
      .map(({ cluster }) => cluster)
  }
  return next
}

interface Place {
  readonly row: number
  readonly index: number
  /** The horizontal position as a share of the row. */
  readonly share: number
}

function placesOf(rows: Rows): ReadonlyMap<string, Place> {
  return new Map(
    rows.flatMap((clusters, row) => {
      const ids = clusters.flatMap((cluster) => cluster.ids)
      return ids.map((id, index) => [id, { row, index, share: (index + 0.5) / ids.length }] as const)
    }),
  )
}

/** The number of line crossings between two generations. */
export function crossingsOf(rows: Rows, { members, parentsOf }: Kinship): number {
  if (members.size > COUNTED) return Infinity
  const places = placesOf(rows)
  const lines = [...members.keys()].flatMap((id) => {
    const to = places.get(id)
    return parentsOf(id).flatMap((parent) => {
      const from = places.get(parent)
      return from && to && to.row === from.row + 1 ? [[from.row, from.index, to.index] as const] : []
    })
  })
  let crossings = 0
  for (const [place, [row, from, to]] of lines.entries()) {
    for (const [otherRow, otherFrom, otherTo] of lines.slice(place + 1)) {
      if (row === otherRow && (from - otherFrom) * (to - otherTo) < 0) crossings++
    }
  }
  return crossings
}
