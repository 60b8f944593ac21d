import type { Kinship } from '#features/cohorts/pedigree-layout/kinship.ts'

/** The generation of each member, the oldest 0: children below their parents, partners beside each other if they can. */
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

/** Null where partners cannot all stand beside each other: each step down asks for another, without an end. */
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

/** Parents of whom nobody knows the parents stand right above their eldest child, not at the top. */
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
