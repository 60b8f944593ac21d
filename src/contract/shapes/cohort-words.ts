import type { Cohort } from '#contract/shapes/entities.ts'
import { cohortKind, type CohortKind } from '#domain/cohorts/cohorts.ts'
import { conditionWords } from '#domain/conditions/constraint.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { COHORT_KIND_UNKNOWN } from '#domain/messages.ts'
import { textAt } from '#domain/text/text.ts'

const OPERATION_WORDS: Readonly<Record<string, string>> = {
  UNION: 'or in',
  SUBTRACT: 'but not in',
  INTERSECT: 'and in',
}
const PEDIGREE_WORDS: Readonly<Record<string, string>> = { min: 'at least', max: 'at most', equal: 'exactly' }

export const COHORT_KIND_NAMES: Readonly<Record<CohortKind, string>> = {
  all: 'All Individuals',
  subset: 'Subset',
  compound: 'Compound Set',
  pedigree: 'Pedigrees',
  rules: 'Rules',
  unknown: COHORT_KIND_UNKNOWN,
}

type DefinedCohort = Pick<
  Cohort,
  | 'parent'
  | 'parentId'
  | 'secondparentId'
  | 'constraintType'
  | 'constraintValues'
  | 'variableName'
  | 'minPedsize'
  | 'pedConstraint'
  | 'pedConstraintCount'
> &
  Partial<Pick<Cohort, 'rulesWords'>>

/** A cohort's definition in words; `nameOf` resolves ids of cohorts whose names are absent. */
export function cohortWords(
  cohort: DefinedCohort,
  meaning: (value: string) => string = (value) => value,
  nameOf: (cohortId: number) => string | undefined = () => undefined,
): string {
  const parent = cohort.parent ?? `cohort ${cohort.parentId ?? ''}`
  switch (cohortKind(cohort.constraintType)) {
    case 'all':
      return 'All individuals in the database.'
    case 'subset':
      return `Members of ${parent} for whom ${conditionWords(cohort.variableName ?? '', cohort.constraintType ?? '', cohort.constraintValues, meaning)}.`
    case 'compound':
      return `In ${parent} ${textAt(OPERATION_WORDS, cohort.constraintType ?? '')} ${nameOf(cohort.secondparentId ?? 0) ?? `cohort ${cohort.secondparentId ?? ''}`}.`
    case 'pedigree':
      return pedigreeWords(cohort, parent, meaning)
    case 'rules':
      return rulesSentence(cohort, parent)
    case 'unknown':
      return COHORT_KIND_UNKNOWN
  }
}

function rulesSentence({ parentId, rulesWords }: DefinedCohort, parent: string): string {
  if (!rulesWords) return `Members of ${parent} who match a set of rules.`
  const whose = parentId === ROOT_COHORT_ID ? 'Individuals' : `Members of ${parent}`
  return `${whose} who match: ${rulesWords}${rulesWords.endsWith('…') ? '' : '.'}`
}

function pedigreeWords(cohort: DefinedCohort, parent: string, meaning: (value: string) => string): string {
  if (cohort.variableName === null) return `All relatives of the members of ${parent}.`
  return `Pedigrees of ${parent}${pedigreeCriterion(cohort, meaning)}.`
}

/** " of at least 2 members with at least 1 affected (LOW_MOOD 1)". */
export function pedigreeCriterion(cohort: DefinedCohort, meaning: (value: string) => string): string {
  const size = (cohort.minPedsize ?? 0) > 1 ? ` of at least ${cohort.minPedsize} members` : ''
  const amount = textAt(PEDIGREE_WORDS, cohort.pedConstraint ?? '')
  const affected = `${cohort.variableName ?? ''} ${cohort.constraintValues.map(meaning).join(', ')}`.trim()
  return `${size} with ${amount} ${cohort.pedConstraintCount ?? 0} affected (${affected})`
}
