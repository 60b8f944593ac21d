import type { PedigreeMember } from '#contract/shapes/entities.ts'
import type { Kinship } from '#features/cohorts/pedigree-layout/kinship.ts'

export function sexWords(sex: string | null): string {
  if (sex === 'M') return 'man'
  if (sex === 'F') return 'woman'
  return 'sex unknown'
}

export function affectedWords({ affected, placeholder }: PedigreeMember, hasTrait: boolean): string {
  if (!hasTrait || placeholder) return ''
  if (affected === null) return 'answer missing'
  return affected ? 'affected' : 'not affected'
}

/** Further marks of a member in the drawing. */
export function markWords(member: PedigreeMember): readonly string[] {
  const { placeholder, proband, deceased, twinOf: twin, identical } = member
  const twins = identical === null ? 'twin' : identical ? 'identical twin' : 'twin, not identical'
  return [
    ...(proband ? ['proband'] : []),
    ...(deceased ? ['deceased'] : []),
    ...(placeholder ? ['placeholder'] : []),
    ...(twin === null ? [] : [`${twins} of ${twin}`]),
  ]
}

/** The text alternative of a member's symbol. */
export function memberWords(member: PedigreeMember, kinship: Kinship, hasTrait: boolean): string {
  const parents = kinship.parentsOf(member.individualId)
  const partners = kinship.partnersOf(member.individualId)
  return [
    member.individualId,
    sexWords(member.sex),
    affectedWords(member, hasTrait),
    ...markWords(member),
    parents.length === 0 ? '' : `child of ${parents.join(' and ')}`,
    partners.length === 0 ? '' : `partner of ${partners.join(' and ')}`,
  ]
    .filter((part) => part !== '')
    .join(', ')
}
