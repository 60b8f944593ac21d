/** A family member with the trait: yes, no, or missing. */
export interface PlainMember {
  readonly family: string
  readonly isAffected: boolean | null
}

export interface PlainRule {
  readonly minimumSize: number
  readonly comparison: 'min' | 'max' | 'equal'
  readonly affectedCount: number
}

/** Counts of the families that match a rule, one by one, over all completions of missing answers. */
export function plainFamilies(members: readonly PlainMember[], rule: PlainRule) {
  const byName = new Map<string, PlainMember[]>()
  for (const member of members) byName.set(member.family, [...(byName.get(member.family) ?? []), member])
  const families = [...byName.values()]
  const holds = (affected: number) =>
    rule.comparison === 'min'
      ? affected >= rule.affectedCount
      : rule.comparison === 'max'
        ? affected <= rule.affectedCount
        : affected === rule.affectedCount
  const evaluated = families
    .filter((family) => family.length >= rule.minimumSize)
    .map((family) => {
      const affected = family.filter(({ isAffected }) => isAffected === true).length
      const missing = family.filter(({ isAffected }) => isAffected === null).length
      const outcomes = Array.from({ length: missing + 1 }, (_, more) => holds(affected + more))
      return { size: family.length, affected, isKept: holds(affected), isSure: new Set(outcomes).size === 1 }
    })
  const kept = evaluated.filter(({ isKept }) => isKept)
  const sizes = kept.map(({ size }) => size)
  return {
    pedigrees: kept.length,
    individuals: sizes.reduce((sum, size) => sum + size, 0),
    affected: kept.reduce((sum, { affected }) => sum + affected, 0),
    possible: evaluated.filter(({ isSure }) => !isSure).length,
    certain: kept.filter(({ isSure }) => isSure).length,
    by_size: [...new Set(sizes)]
      .toSorted((one, other) => one - other)
      .map((size) => [size, sizes.filter((other) => other === size).length]),
  }
}
