// Reference evaluator: the families of a pedigree cohort, one by one ("Cohorts", pedigree).

/** A member of a family; the trait is true, false, or unknown. */
export interface FamilyMember {
  readonly family: string
  readonly collection: string
  readonly isAffected: boolean | null
  /** Whether the answer counts: only those of the parent cohort do. */
  readonly isInParent: boolean
  readonly isPlaceholder: boolean
}

export interface FamilyRule {
  readonly minimumSize: number
  readonly comparison: 'min' | 'max' | 'equal'
  readonly affectedCount: number
}

/** Counts of the families that match a rule, over all completions of missing answers. Null keeps all families. */
export function countFamilies(members: readonly FamilyMember[], rule: FamilyRule | null) {
  const byName = new Map<string, FamilyMember[]>()
  for (const member of members) byName.set(member.family, [...(byName.get(member.family) ?? []), member])
  const isKept = (affected: number) => {
    if (!rule) return true
    if (rule.comparison === 'min') return affected >= rule.affectedCount
    return rule.comparison === 'max' ? affected <= rule.affectedCount : affected === rule.affectedCount
  }
  const evaluated = [...byName].flatMap(([name, family]) => {
    const isLargeEnough = rule === null || family.length >= rule.minimumSize
    if (!isLargeEnough || !family.some(({ isInParent }) => isInParent)) return []
    const affected = family.filter(isCounted).length
    const missing =
      rule === null ? 0 : family.filter((member) => member.isInParent && member.isAffected === null).length
    const outcomes = Array.from({ length: missing + 1 }, (_, more) => isKept(affected + more))
    return [{ name, family, affected, isKept: isKept(affected), isSure: new Set(outcomes).size === 1 }]
  })
  const kept = evaluated.filter((one) => one.isKept)
  const relatives = kept.flatMap(({ family }) => family)
  return {
    kept: new Set(kept.map(({ name }) => name)),
    totals: {
      pedigrees: kept.length,
      individuals: relatives.length,
      affected: relatives.filter(isCounted).length,
      possible: evaluated.filter(({ isSure }) => !isSure).length,
      certain: kept.filter(({ isSure }) => isSure).length,
      placeholders: relatives.filter(({ isPlaceholder }) => isPlaceholder).length,
      by_size: frequencies(kept.map(({ family }) => family.length)),
      by_size_seen: frequencies(kept.map(({ family }) => family.filter((member) => !member.isPlaceholder).length)),
      by_members: frequencies(kept.map(({ family }) => family.filter(({ isInParent }) => isInParent).length)),
      by_affected: frequencies(kept.map(({ affected }) => affected)),
    },
    data: [...new Set(relatives.map(({ collection }) => collection))].sort().map((collection) => {
      const there = relatives.filter((member) => member.collection === collection)
      return {
        pedigree_count: new Set(there.map(({ family }) => family)).size,
        count: there.length,
        affected_count: there.filter(isCounted).length,
        collection,
        hidden: false,
      }
    }),
  }
}

function isCounted({ isInParent, isAffected }: FamilyMember): boolean {
  return isInParent && isAffected === true
}

function frequencies(numbers: readonly number[]): [number, number][] {
  return [...new Set(numbers)]
    .sort((one, other) => one - other)
    .map((number) => [number, numbers.filter((other) => other === number).length])
}
