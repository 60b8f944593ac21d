import type { Cohort } from '#contract/shapes.ts'
import { cohortKind } from '#domain/cohorts.ts'
import { conditionWords } from '#domain/constraint.ts'
import { COHORT_KIND_UNKNOWN } from '#domain/messages.ts'
import { textAt } from '#domain/text.ts'

const OPERATION_WORDS: Readonly<Record<string, string>> = {
  UNION: 'or in',
  SUBTRACT: 'but not in',
  INTERSECT: 'and in',
}
const PEDIGREE_WORDS: Readonly<Record<string, string>> = { min: 'at least', max: 'at most', equal: 'exactly' }

/** What made a cohort, in words; `nameOf` knows the names of cohorts that it does not carry itself. */
export function cohortWords(
  cohort: Cohort,
  meaning: (value: string) => string = (value) => value,
  nameOf: (cohortId: number) => string | undefined = () => undefined,
): string {
  const parent = cohort.parent ?? `cohort ${cohort.parent_id ?? ''}`
  switch (cohortKind(cohort.constraint_type)) {
    case 'all':
      return 'Everybody in the database.'
    case 'subset':
      return `Members of ${parent} for whom ${conditionWords(cohort.variable_name ?? '', cohort.constraint_type ?? '', cohort.constraint_values, meaning)}.`
    case 'compound':
      return `In ${parent} ${textAt(OPERATION_WORDS, cohort.constraint_type ?? '')} ${nameOf(cohort.secondparent_id ?? 0) ?? `cohort ${cohort.secondparent_id ?? ''}`}.`
    case 'pedigree':
      return pedigreeWords(cohort, parent, meaning)
    case 'unknown':
      return COHORT_KIND_UNKNOWN
  }
}

function pedigreeWords(cohort: Cohort, parent: string, meaning: (value: string) => string): string {
  if (cohort.variable_name === null) return `All relatives of the members of ${parent}.`
  const size = (cohort.min_pedsize ?? 0) > 1 ? ` of at least ${cohort.min_pedsize} members` : ''
  const amount = textAt(PEDIGREE_WORDS, cohort.ped_constraint ?? '')
  const affected = `${cohort.variable_name} ${cohort.constraint_values.map(meaning).join(', ')}`.trim()
  return `Pedigrees of ${parent}${size} with ${amount} ${cohort.ped_constraint_count ?? 0} affected (${affected}).`
}
