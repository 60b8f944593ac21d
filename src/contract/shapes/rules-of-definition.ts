import type { CohortDefinition } from '#contract/history.ts'
import type { rulesInfo, rulesPreview } from '#contract/rules.ts'
import { conditionOfFields, fieldsOfCondition } from '#contract/shapes/constraint-fields.ts'
import type { Named, RequestOf, ResponseOf } from '#contract/shapes/wire-names.ts'
import { NO_RULE_OPTIONS, type Rule, type RuleGroup, type RuleOptions } from '#domain/cohorts/rules.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'

export type RulesSent = RequestOf<typeof rulesPreview>['rules']
type RuleSent = RulesSent['rules'][number]
type SavedRules = ResponseOf<typeof rulesInfo>['rules']
type SavedRule = SavedRules['rules'][number]

/** A cohort as the members of a parent who match rules on variables by their names. */
export interface CohortRules {
  readonly parentId: number
  readonly top: RuleGroup<string>
}

export function rulesSent(top: RuleGroup<string>): RulesSent {
  return { version: 1, ...groupSent(top) }
}

function groupSent(group: RuleGroup<string>) {
  const { match, count, relatives, areVersions } = group
  return {
    match,
    count,
    relatives: relatives && { ...relatives },
    areVersions,
    ...optionsSent(group),
    rules: group.rules.map(ruleSent),
  }
}

function ruleSent(rule: Rule<string>): RuleSent {
  if (rule.kind === 'group') return groupSent(rule)
  if (rule.kind === 'cohort') return { cohortId: rule.cohortId, ...optionsSent(rule) }
  if (rule.kind === 'stratum') return { stratum: rule.field, values: [...rule.values], ...optionsSent(rule) }
  const { constraintType, constraintValue, constraintValues } = fieldsOfCondition(rule.condition)
  return {
    variableName: rule.variable,
    constraintType: constraintType ?? '',
    ...(constraintValue != null && { constraintValue }),
    ...(constraintValues != null && { constraintValues }),
    ...optionsSent(rule),
  }
}

function optionsSent({ unknownAs, isOff, note }: RuleOptions) {
  return { unknownAs, off: isOff, note }
}

/** The rules of a saved definition; null if it has an operator that this version does not know. */
export function savedGroup(saved: SavedRules): RuleGroup<string> | null {
  const rules = saved.rules.map(savedRule)
  const known = rules.flatMap((rule) => rule ?? [])
  const { match, count, relatives, areVersions } = saved
  return known.length < rules.length
    ? null
    : { ...optionsOf(saved), kind: 'group', match, count, relatives, areVersions, rules: known }
}

function savedRule(saved: SavedRule): Rule<string> | null {
  if ('rules' in saved) return savedGroup({ version: 1, ...saved })
  const options = optionsOf(saved)
  if ('cohortId' in saved) return { ...options, kind: 'cohort', cohortId: saved.cohortId }
  if ('stratum' in saved) return { ...options, kind: 'stratum', field: saved.stratum, values: saved.values }
  const condition = conditionOfFields(saved)
  return condition && { ...options, kind: 'condition', variable: saved.variableName, condition }
}

function optionsOf({ unknownAs, off, note }: Pick<SavedRules, 'unknownAs' | 'off' | 'note'>): RuleOptions {
  return { unknownAs, isOff: off, note }
}

/** A version of a cohort as rules; null for pedigree sets, whose families are no rule of an individual. */
export function rulesOfVersion(cohort: Named<CohortDefinition>): CohortRules | null {
  const { parentId } = cohort
  if ('rules' in cohort) {
    const top = savedGroup(cohort.rules)
    return top && { parentId, top }
  }
  const { cohortType, secondparentId, variable } = cohort
  if (cohortType === 'subset') {
    const condition = conditionOfFields(cohort)
    return variable && condition
      ? { parentId, top: groupOf('all', [{ ...NO_RULE_OPTIONS, kind: 'condition', variable, condition }]) }
      : null
  }
  if (cohortType !== 'compound' || !secondparentId) return null
  switch (cohort.constraintType) {
    case 'INTERSECT':
      return { parentId, top: groupOf('all', [memberOf(secondparentId)]) }
    case 'SUBTRACT':
      return { parentId, top: groupOf('none', [memberOf(secondparentId)]) }
    default:
      return { parentId: ROOT_COHORT_ID, top: groupOf('any', [memberOf(parentId), memberOf(secondparentId)]) }
  }
}

export function memberOf(cohortId: number): Rule<string> {
  return { ...NO_RULE_OPTIONS, kind: 'cohort', cohortId }
}

export function groupOf(match: 'all' | 'any' | 'none', rules: readonly Rule<string>[]): RuleGroup<string> {
  return { ...NO_RULE_OPTIONS, kind: 'group', match, count: 1, relatives: null, areVersions: false, rules }
}
