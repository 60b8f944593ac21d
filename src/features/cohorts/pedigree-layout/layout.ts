import type { PedigreeMember } from '#contract/pedigrees.ts'
import { clusterRows } from '#features/cohorts/pedigree-layout/clusters.ts'
import { generationsOf } from '#features/cohorts/pedigree-layout/generations.ts'
import { isConsanguineous, kinshipOf, type Kinship, type Union } from '#features/cohorts/pedigree-layout/kinship.ts'
import { ordered } from '#features/cohorts/pedigree-layout/ordering.ts'
import { positionsOf } from '#features/cohorts/pedigree-layout/positions.ts'

/** Where somebody stands: x from the left in distances between partners, row from the top. */
export interface Placed {
  readonly id: string
  readonly member: PedigreeMember
  readonly x: number
  readonly row: number
}

export interface PlacedUnion extends Union {
  readonly isConsanguineous: boolean
  /** Sibships of one row that would run into each other hang from lines of different heights: 0 is the lowest. */
  readonly lane: number
}

export interface PedigreeLayout {
  readonly kinship: Kinship
  readonly places: ReadonlyMap<string, Placed>
  readonly unions: readonly PlacedUnion[]
  /** Everybody, row by row from left to right. */
  readonly rows: readonly (readonly Placed[])[]
  readonly width: number
}

/** Lays a family out in generations: partners side by side, children below their parents, loops and half-siblings too. */
export function layoutOf(members: readonly PedigreeMember[]): PedigreeLayout {
  const kinship = kinshipOf(members)
  const levels = generationsOf(kinship)
  const rows = ordered(clusterRows(kinship, levels), kinship)
  const positions = positionsOf(rows, kinship)
  const places = new Map<string, Placed>()
  for (const [id, member] of kinship.members) {
    places.set(id, { id, member, x: positions.get(id) ?? 0, row: levels.get(id) ?? 0 })
  }
  return {
    kinship,
    places,
    unions: withLanes(kinship, places),
    rows: rows.map((row) => row.flatMap(({ ids }) => ids).flatMap((id) => places.get(id) ?? [])),
    width: Math.max(0, ...positions.values()),
  }
}

function withLanes(kinship: Kinship, places: ReadonlyMap<string, Placed>): readonly PlacedUnion[] {
  const taken = new Map<number, { from: number; to: number; lane: number }[]>()
  const spanOf = ({ partners, children }: Union) => {
    const above = partners.map((id) => places.get(id)?.x ?? 0)
    const middle = above.reduce((sum, x) => sum + x, 0) / above.length
    const xs = [middle, ...children.map((id) => places.get(id)?.x ?? 0)]
    const row = Math.min(...children.map((id) => places.get(id)?.row ?? 0))
    return { from: Math.min(...xs), to: Math.max(...xs), row }
  }
  return kinship.unions.map((union) => {
    const { from, to, row } = spanOf(union)
    const others = (taken.get(row) ?? []).filter((other) => from <= other.to && other.from <= to)
    let lane = 0
    while (others.some((other) => other.lane === lane)) lane++
    taken.set(row, [...(taken.get(row) ?? []), { from, to, lane }])
    return { ...union, isConsanguineous: isConsanguineous(union, kinship), lane }
  })
}
