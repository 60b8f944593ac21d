import type { Family, FamilyMember } from '#server/engine/pedigrees/family-members.ts'

/** Codes of the .fam format for unknown values. */
const NOT_KNOWN = { parent: '0', sex: '0', phenotype: '-9' } as const

const SEX_CODES: ReadonlyMap<string, string> = new Map([
  ['M', '1'],
  ['F', '2'],
])

/** Two ids of the same families that would be one in the file, which has no blanks within ids; null if there are none. */
export function collidingIds(families: readonly Family[]): readonly [string, string] | null {
  const ids = new Map<string, string>()
  const collisionOf = (plain: string, id: string): readonly [string, string] | null => {
    const other = ids.get(plain)
    ids.set(plain, other ?? id)
    return other === undefined || other === id ? null : [other, id]
  }
  for (const { family_id: familyId, members } of families) {
    const ofFamily = collisionOf(JSON.stringify([plainId(familyId)]), familyId)
    if (ofFamily) return ofFamily
    for (const { individual_id: id } of members) {
      const ofMember = collisionOf(JSON.stringify([plainId(familyId), plainId(id)]), id)
      if (ofMember) return ofMember
    }
  }
  return null
}

/** Families as PLINK .fam text: family, person, father, mother, sex and phenotype, parted by blanks. */
export function famText(families: readonly Family[]): string {
  return families
    .flatMap(({ family_id, members }) => members.map((member) => `${lineOf(family_id, member)}\n`))
    .join('')
}

function lineOf(familyId: string, member: FamilyMember): string {
  return [
    plainId(familyId),
    plainId(member.individual_id),
    member.father === null ? NOT_KNOWN.parent : plainId(member.father),
    member.mother === null ? NOT_KNOWN.parent : plainId(member.mother),
    SEX_CODES.get(member.sex ?? '') ?? NOT_KNOWN.sex,
    member.phenotype ?? NOT_KNOWN.phenotype,
  ].join(' ')
}

/** Blanks part the columns, so that none may stand within an id. */
function plainId(id: string): string {
  return id.replaceAll(/\s/g, '_')
}
