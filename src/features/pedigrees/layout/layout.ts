import type { PedigreeMember } from '#contract/shapes/entities.ts'
import { clusterRows } from '#features/pedigrees/layout/clusters.ts'
import { isConsanguineous, kinshipOf, type Kinship, type Union } from '#features/pedigrees/layout/kinship.ts'
import { ordered } from '#features/pedigrees/layout/ordering.ts'
import { positionsOf } from '#features/pedigrees/layout/positions.ts'

/** A position: x in units of the distance between partners, row from the top. */
export interface Placed {
  readonly id: string
  readonly member: PedigreeMember
  readonly x: number
  readonly row: number
}

export interface PlacedUnion extends Union {
  readonly isConsanguineous: boolean
  /** Overlapping sibship lines of one row get different heights: 0 is the lowest. */
  readonly lane: number
}

export interface PedigreeLayout {
  readonly kinship: Kinship
  readonly places: ReadonlyMap<string, Placed>
  readonly unions: readonly PlacedUnion[]
  /** All members, row by row from left to right. */
  readonly rows: readonly (readonly Placed[])[]
  readonly width: number
}

/**
 * Lays out a family by generations: partners adjacent, children below their parents; supports loops and half-siblings.
 */
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

/** The generation of each member, the oldest 0: children below their parents, partners level if possible. */
export function generationsOf(kinship: Kinship): ReadonlyMap<string, number> {
  const ids = [...kinship.members.keys()]
  const couples = kinship.unions.flatMap(({ partners: [one, other] }) =>
    one !== undefined && other !== undefined && !areInLine(one, other, kinship) ? [[one, other] as const] : [],
  )
  const levels = lowered(ids, couples, kinship) ?? lowered(ids, [], kinship) ?? new Map(ids.map((id) => [id, 0]))
  bringFoundersNear(levels, kinship)
  const oldest = Math.min(...levels.values())
  return new Map([...levels].map(([id, level]) => [id, level - oldest]))
}

function areInLine(one: string, other: string, { ancestorsOf }: Kinship): boolean {
  return ancestorsOf(one).has(other) || ancestorsOf(other).has(one)
}

/** Null if partners cannot all be level: lowering one lowers another without end. */
function lowered(
  ids: readonly string[],
  couples: readonly (readonly [string, string])[],
  { parentsOf }: Kinship,
): Map<string, number> | null {
  const levels = new Map(ids.map((id) => [id, 0]))
  const levelOf = (id: string) => levels.get(id) ?? 0
  for (let round = 0; round <= ids.length + 1; round++) {
    let hasChanged = false
    const lower = (id: string, to: number) => {
      if (levelOf(id) >= to) return
      levels.set(id, to)
      hasChanged = true
    }
    for (const id of ids) for (const parent of parentsOf(id)) lower(id, levelOf(parent) + 1)
    for (const [one, other] of couples) {
      lower(one, levelOf(other))
      lower(other, levelOf(one))
    }
    if (!hasChanged) return levels
  }
  return null
}

/** Founders are placed one level above their eldest child, not at the top. */
function bringFoundersNear(levels: Map<string, number>, { members, parentsOf, partnersOf, childrenOf }: Kinship): void {
  const levelOf = (id: string) => levels.get(id) ?? 0
  const byDepth = [...members.keys()].toSorted((one, other) => levelOf(other) - levelOf(one))
  for (const id of byDepth) {
    const beside = [id, ...partnersOf(id).filter((partner) => levelOf(partner) === levelOf(id))]
    const isFree = beside.every(
      (each) => parentsOf(each).length === 0 && partnersOf(each).every((partner) => beside.includes(partner)),
    )
    const children = beside.flatMap(childrenOf)
    if (!isFree || children.length === 0) continue
    const level = Math.min(...children.map(levelOf)) - 1
    for (const each of beside) levels.set(each, level)
  }
}

/** Sizes of a drawing, in SVG units. */
export const SYMBOL = 26

const STEP = 62

const ROW = 112

const MARGIN = 40

/** The height of a sibship line above the children, and the distance between such lines. */
export const SIBSHIP = 40

export const LANE = 7

/** The depth below the symbols of a partner line that passes other members. */
export const DETOUR = 24

export function pointOf({ x, row }: Pick<Placed, 'x' | 'row'>): { x: number; y: number } {
  return { x: MARGIN + x * STEP, y: MARGIN + row * ROW }
}

export function sizeOfDrawing(width: number, rows: number): { width: number; height: number } {
  return { width: 2 * MARGIN + width * STEP, height: 2 * MARGIN + Math.max(0, rows - 1) * ROW + 20 }
}
