interface Member {
  readonly individual_id: string
  readonly father: string | null
  readonly mother: string | null
}

/** Whether two members share an ancestor in the pedigree, or one descends from the other. */
export function areRelated(members: readonly Member[], first: string | null, second: string | null): boolean {
  if (first === null || second === null) return false
  const parents = new Map(members.map(({ individual_id: id, father, mother }) => [id, [father, mother]]))
  const lineOf = (id: string) => {
    const line = new Set([id])
    for (const one of line) for (const parent of parents.get(one) ?? []) if (parent !== null) line.add(parent)
    return line
  }
  const others = lineOf(second)
  return [...lineOf(first)].some((id) => others.has(id))
}
