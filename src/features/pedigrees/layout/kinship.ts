import type { PedigreeMember } from '#contract/shapes/entities.ts'

/** Two parents, or one whose partner is unknown, with their children. */
export interface Union {
  readonly key: string
  readonly partners: readonly string[]
  readonly children: readonly string[]
}

/** The relations of one family. */
export interface Kinship {
  readonly members: ReadonlyMap<string, PedigreeMember>
  readonly unions: readonly Union[]
  readonly parentsOf: (id: string) => readonly string[]
  readonly unionsOf: (id: string) => readonly Union[]
  readonly partnersOf: (id: string) => readonly string[]
  readonly childrenOf: (id: string) => readonly string[]
  readonly ancestorsOf: (id: string) => ReadonlySet<string>
}

/** Reads the relations of a family. A link that makes a member their own ancestor is ignored. */
export function kinshipOf(list: readonly PedigreeMember[]): Kinship {
  const members = new Map(list.map((member) => [member.individualId, member]))
  const parents = new Map<string, string[]>()
  const ancestorsOf = (id: string) => {
    const found = new Set<string>()
    const waiting = [...(parents.get(id) ?? [])]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (found.has(next)) continue
      found.add(next)
      waiting.push(...(parents.get(next) ?? []))
    }
    return found
  }
  for (const { individualId: id, father, mother } of list) {
    const parentIds: string[] = []
    parents.set(id, parentIds)
    for (const parent of [father, mother]) {
      if (parent === null || parent === id || !members.has(parent) || parentIds.includes(parent)) continue
      if (!ancestorsOf(parent).has(id)) parentIds.push(parent)
    }
  }

  const unions = new Map<string, { key: string; partners: string[]; children: string[] }>()
  for (const [child, parentIds] of parents) {
    if (parentIds.length === 0) continue
    const key = JSON.stringify(parentIds)
    const union = unions.get(key) ?? { key, partners: parentIds, children: [] }
    union.children.push(child)
    unions.set(key, union)
  }
  const byPartner = new Map<string, Union[]>()
  for (const union of unions.values()) {
    for (const partner of union.partners) byPartner.set(partner, [...(byPartner.get(partner) ?? []), union])
  }
  const unionsOf = (id: string) => byPartner.get(id) ?? []
  return {
    members,
    unions: [...unions.values()],
    parentsOf: (id) => parents.get(id) ?? [],
    unionsOf,
    partnersOf: (id) => [
      ...new Set(unionsOf(id).flatMap(({ partners }) => partners.filter((partner) => partner !== id))),
    ],
    childrenOf: (id) => [...new Set(unionsOf(id).flatMap(({ children }) => children))],
    ancestorsOf,
  }
}

/** Whether one partner descends from the other, or both from a common ancestor. */
export function isConsanguineous({ partners: [one, other] }: Union, { ancestorsOf }: Kinship): boolean {
  if (one === undefined || other === undefined) return false
  const [ancestors, others] = [new Set(ancestorsOf(one)).add(one), new Set(ancestorsOf(other)).add(other)]
  return [...ancestors].some((ancestor) => others.has(ancestor))
}

/** The nearest relatives of a member, including the member, of a family too large to draw. */
export function nearestTo(id: string, kinship: Kinship, most: number): ReadonlySet<string> {
  const found = new Set([id])
  for (const each of found) {
    for (const near of [...kinship.parentsOf(each), ...kinship.partnersOf(each), ...kinship.childrenOf(each)]) {
      if (found.size < most) found.add(near)
    }
  }
  return found
}
