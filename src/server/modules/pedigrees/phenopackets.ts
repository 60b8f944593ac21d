import type { Family, FamilyMember } from '#server/engine/pedigrees/family-members.ts'

/** Version of the GA4GH Phenopacket schema. */
const SCHEMA_VERSION = '2.0'
/** PED's code of a parent who is not in the pedigree. */
const FOUNDER = '0'

const SEXES: ReadonlyMap<string, string> = new Map([
  ['M', 'MALE'],
  ['F', 'FEMALE'],
])

/** By the phenotype of a .fam file. */
const AFFECTED_STATUS: ReadonlyMap<string, string> = new Map([
  ['1', 'UNAFFECTED'],
  ['2', 'AFFECTED'],
])

/**
 * A family as a `Family` message of Phenopackets 2.0, in the JSON form of protobuf. It has no ontology terms, so its
 * metadata list no resources: the schema of phenopacket-tools allows no empty list.
 */
export function phenopacketFamily({ family_id: familyId, members }: Family, createdAt: Date): object {
  const metaData = {
    created: createdAt.toISOString(),
    createdBy: 'DIVER',
    phenopacketSchemaVersion: SCHEMA_VERSION,
  }
  const packetOf = (member: FamilyMember) => ({ id: member.individual_id, subject: subjectOf(member), metaData })
  const proband = probandOf(members)
  // Placeholders connect a pedigree and have no record.
  const relatives = members.filter((member) => member !== proband && !member.placeholder)
  return {
    id: familyId,
    ...(proband && {
      proband: packetOf(proband),
      consanguinousParents: areRelated(members, proband.father, proband.mother),
    }),
    ...(relatives.length > 0 && { relatives: relatives.map(packetOf) }),
    pedigree: { persons: members.map((member) => personOf(familyId, member)) },
    metaData,
  }
}

/** A message has one proband: none is known if several members are marked. */
function probandOf(members: readonly FamilyMember[]): FamilyMember | null {
  const [first, ...others] = members.filter(({ proband, placeholder }) => proband && !placeholder)
  return first && others.length === 0 ? first : null
}

function subjectOf({ individual_id: id, deceased, sex }: FamilyMember) {
  // Without a status the schema assumes that the individual is alive, which is not recorded.
  return { id, vitalStatus: { status: deceased ? 'DECEASED' : 'UNKNOWN_STATUS' }, sex: sexOf(sex) }
}

function personOf(familyId: string, { individual_id, father, mother, sex, phenotype }: FamilyMember) {
  return {
    familyId,
    individualId: individual_id,
    paternalId: father ?? FOUNDER,
    maternalId: mother ?? FOUNDER,
    sex: sexOf(sex),
    affectedStatus: AFFECTED_STATUS.get(phenotype ?? '') ?? 'MISSING',
  }
}

function sexOf(sex: string | null): string {
  return SEXES.get(sex ?? '') ?? 'UNKNOWN_SEX'
}

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
