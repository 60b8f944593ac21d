import type { Family, FamilyMember } from '#server/engine/pedigrees/family-members.ts'

/** Codes of the .fam format for unknown values. */
const NOT_KNOWN = { parent: '0', sex: '0', phenotype: '-9' } as const

const SEX_CODES: ReadonlyMap<string, string> = new Map([
  ['M', '1'],
  ['F', '2'],
])

/** Two ids that would be equal in the file, which has no blanks in ids; null without a clash. */
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

/** Families as PLINK .fam text: family, individual, father, mother, sex and phenotype, separated by blanks. */
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

/** Blanks separate the columns, so ids contain none. */
function plainId(id: string): string {
  return id.replaceAll(/\s/g, '_')
}
