import type { Kinship } from '#features/pedigrees/layout/kinship.ts'

/** Adjacent partners of one generation, from left to right; most clusters have one member. */
export interface Cluster {
  readonly level: number
  readonly ids: readonly string[]
}

export type Rows = readonly (readonly Cluster[])[]

/** Joins partners of one generation; the result is in depth-first order of the family. */
export function clusterRows(kinship: Kinship, levels: ReadonlyMap<string, number>): Rows {
  const levelOf = (id: string) => levels.get(id) ?? 0
  const beside = (id: string) => kinship.partnersOf(id).filter((partner) => levelOf(partner) === levelOf(id))
  const rows: Cluster[][] = Array.from({ length: 1 + Math.max(0, ...levels.values()) }, () => [])
  const placed = new Set<string>()

  const visit = (id: string) => {
    if (placed.has(id)) return
    const ids = chainFrom(endOfChain(id, beside), beside, kinship)
    for (const each of ids) placed.add(each)
    rows[levelOf(id)]?.push({ level: levelOf(id), ids })
    for (const each of ids) for (const child of twinsTogether(kinship.childrenOf(each), kinship)) visit(child)
  }
  const fromTheTop = [...kinship.members.keys()].toSorted((one, other) => levelOf(one) - levelOf(other))
  for (const id of fromTheTop) visit(id)
  return rows
}

/** One end of a chain of partners: of a couple the man, of several partners an outer one. */
function endOfChain(id: string, beside: (id: string) => readonly string[]): string {
  const group = [id]
  for (const each of group) for (const partner of beside(each)) if (!group.includes(partner)) group.push(partner)
  return group.find((each) => beside(each).length === 1) ?? id
}

function chainFrom(first: string, beside: (id: string) => readonly string[], { members }: Kinship): readonly string[] {
  const chain: string[] = []
  const add = (id: string) => {
    if (chain.includes(id)) return
    chain.push(id)
    for (const partner of beside(id)) add(partner)
  }
  add(first)
  // Convention: the man of a couple is at the left.
  return chain.length === 2 && members.get(first)?.sex !== 'M' ? chain.toReversed() : chain
}

function twinsTogether(children: readonly string[], { members }: Kinship): readonly string[] {
  const leader = (id: string) => members.get(id)?.twinOf ?? id
  return children.toSorted((one, other) => {
    if (leader(one) === leader(other)) return Number(one !== leader(one)) - Number(other !== leader(other))
    return children.indexOf(leader(one)) - children.indexOf(leader(other))
  })
}
