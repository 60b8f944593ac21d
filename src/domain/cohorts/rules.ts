import type { Condition } from '#domain/conditions/constraint.ts'
import { isOperator, valueCount } from '#domain/conditions/operators.ts'
import { RELATIVES_GROUPS_MAX, ROOT_COHORT_ID, RULE_LEVELS_MAX, RULES_MAX } from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'

/** How the rules of a group combine. */
export const RULE_MATCHES = ['all', 'any', 'none', 'atLeast'] as const
export type RuleMatch = (typeof RULE_MATCHES)[number]

/** What an unknown outcome counts as. */
export const UNKNOWN_CHOICES = ['unknown', 'match', 'no_match'] as const
export type UnknownChoice = (typeof UNKNOWN_CHOICES)[number]

/**
 * The individuals that a group about relatives counts: all members of the family, all but the individual, or relatives
 * by recorded parents. Siblings share both parents; relatives of first degree are parents, siblings and children.
 */
export const RELATIVES = [
  'family',
  'relatives',
  'parents',
  'mother',
  'father',
  'siblings',
  'children',
  'firstDegree',
] as const
export type Relatives = (typeof RELATIVES)[number]

export interface RuleOptions {
  readonly unknownAs: UnknownChoice
  /** Switched off: the rule is kept but not evaluated. */
  readonly isOff: boolean
  readonly note: string
}

/** A condition on the answer to one variable. */
export interface ConditionRule<Variable> extends RuleOptions {
  readonly kind: 'condition'
  readonly variable: Variable
  readonly condition: Condition
}

/** A condition and the name of its variable. */
export interface VariableCondition extends Condition {
  readonly variableName: string
}

/**
 * A condition in one parameter of a URL: `AGE*BETWEEN*18*65`. Within a name or a value `~.` stands for `*` and `~~` for
 * `~`. URLs leave `*` unescaped.
 */
export function conditionText({ variableName, operator, values }: VariableCondition): string {
  return parameterText([variableName, operator, ...values])
}

function parameterText(parts: readonly string[]): string {
  return parts.map((part) => part.replaceAll('~', '~~').replaceAll('*', '~.')).join('*')
}

function partsOf(text: string): string[] {
  return text.split('*').map((part) => part.replaceAll(/~([.~])/g, (_, mark) => (mark === '.' ? '*' : '~')))
}

/** Parses a condition of a URL; null for an invalid one. */
export function conditionIn(text: string): VariableCondition | null {
  const [variableName = '', operator = '', ...values] = partsOf(text)
  if (variableName === '' || !isOperator(operator) || values.includes('')) return null
  const isCounted = {
    none: values.length === 0,
    one: values.length === 1,
    two: values.length === 2,
    any: values.length > 0,
  }
  return isCounted[valueCount(operator)] ? { variableName, operator, values } : null
}

/** Membership of a saved cohort; never unknown. */
export interface MembershipRule extends RuleOptions {
  readonly kind: 'cohort'
  readonly cohortId: number
}

/** The fields of a stratum by their names in the API; an individual has one value of each, or none. */
export const STRATUM_FIELDS = ['dx_nimh', 'collection', 'study_id', 'consent'] as const
export type StratumField = (typeof STRATUM_FIELDS)[number]

export const STRATUM_WORDS: Readonly<Record<StratumField, string>> = {
  dx_nimh: 'Diagnosis',
  collection: 'Collection',
  study_id: 'Study',
  consent: 'Consent',
}

/** Strata with one of the values; unknown for individuals without a value. */
export interface StratumRule extends RuleOptions {
  readonly kind: 'stratum'
  readonly field: StratumField
  readonly values: readonly string[]
}

/** A stratum in one parameter of a URL, as `conditionText`: `dx_nimh*bipolar`. */
export function stratumText({ field, values }: Pick<StratumRule, 'field' | 'values'>): string {
  return parameterText([field, ...values])
}

/** Parses a stratum of a URL; null for an invalid one. */
export function stratumIn(text: string): Pick<StratumRule, 'field' | 'values'> | null {
  const [name = '', ...values] = partsOf(text)
  const field = STRATUM_FIELDS.find((one) => one === name)
  return field && values.length > 0 && !values.includes('') ? { field, values } : null
}

export interface RuleGroup<Variable> extends RuleOptions {
  readonly kind: 'group'
  readonly match: RuleMatch
  /** The number of rules of `atLeast`. */
  readonly count: number
  /** The group counts the members of the individual's family that match. */
  readonly relatives: RelativesCount | null
  /** The rules are about versions of one question: those without a record of their form take no part. */
  readonly areVersions: boolean
  readonly rules: readonly Rule<Variable>[]
}

export interface RelativesCount {
  readonly scope: Relatives
  readonly comparison: 'min' | 'max' | 'equal'
  readonly count: number
}

/** A group as far as its members of the family are counted. */
export interface FamilyGroup {
  readonly relatives: RelativesCount | null
  readonly rules: readonly {
    readonly kind: string
    readonly isOff: boolean
    readonly cohortId?: number | null | undefined
  }[]
}

/** Whether a group counts the members of the family alone: every individual is in All Individuals. */
export function isFamilySize({ relatives, rules }: FamilyGroup): boolean {
  const [rule] = rules
  return relatives?.scope === 'family' && rules.length === 1 && rule?.cohortId === ROOT_COHORT_ID && !rule.isOff
}

export type Rule<Variable> = ConditionRule<Variable> | MembershipRule | StratumRule | RuleGroup<Variable>

export const NO_RULE_OPTIONS: RuleOptions = { unknownAs: 'unknown', isOff: false, note: '' }

/** Whether a rule takes part: it is on, and a group has a rule that takes part. */
export function isActive(rule: Rule<unknown>): boolean {
  return !rule.isOff && (rule.kind !== 'group' || rule.rules.some(isActive))
}

/** Whether a rule that takes part is on the individual's answers: not a membership, a stratum or relatives. */
export function readsForms(rule: Rule<unknown>): boolean {
  if (rule.kind !== 'group') return rule.kind === 'condition' && !rule.isOff
  return isActive(rule) && rule.relatives === null && rule.rules.some(readsForms)
}

/** Whether a rule that takes part counts relatives, and so decides individuals without a record, too. */
export function countsRelatives(rule: Rule<unknown>): boolean {
  return rule.kind === 'group' && isActive(rule) && (rule.relatives !== null || rule.rules.some(countsRelatives))
}

/** A rule and its position: the indexes from the top to it; the top has none. */
export interface PlacedRule<Variable> {
  readonly path: readonly number[]
  readonly rule: Rule<Variable>
}

/** A rule and all rules below it, each before those below it. */
export function ruleList<Variable>(rule: Rule<Variable>, path: readonly number[] = []): PlacedRule<Variable>[] {
  const below = rule.kind === 'group' ? rule.rules : []
  return [{ path, rule }, ...below.flatMap((child, place) => ruleList(child, [...path, place]))]
}

/** The variables of each group of versions of a question. */
export function versionGroupsOf(top: RuleGroup<string>): string[][] {
  return ruleList<string>(top).flatMap(({ rule }) => {
    if (rule.kind !== 'group' || !rule.areVersions || rule.isOff) return []
    const names = [...new Set(rule.rules.flatMap((one) => (one.kind === 'condition' ? [one.variable] : [])))]
    return names.length > 1 ? [names] : []
  })
}

/**
 * The rules that successively reduce a cohort: those of a top that must all match, in their order, else the top as one.
 * If an unknown outcome of the top counts as a match, a member need not match each rule.
 */
export function successiveRules<Variable>(top: RuleGroup<Variable>): PlacedRule<Variable>[] {
  const isByRule = top.match === 'all' && top.relatives === null && top.unknownAs !== 'match'
  if (!isByRule) return [{ path: [], rule: top }]
  return top.rules.flatMap((rule, place) => (isActive(rule) ? [{ path: [place], rule }] : []))
}

/** The reason why rules are too many, too deep or empty, or null. */
export function rulesProblem(top: RuleGroup<unknown>): string | null {
  const all = ruleList(top)
  if (!isActive(top)) return 'At least one rule is required.'
  if (all.length > RULES_MAX) return `At most ${formatCount(RULES_MAX)} rules and groups can be used.`
  if (all.some(({ path }) => path.length > RULE_LEVELS_MAX)) {
    return `Groups can be nested ${RULE_LEVELS_MAX} deep.`
  }
  const ofRelatives = all.filter(({ rule }) => rule.kind === 'group' && rule.relatives !== null)
  if (ofRelatives.length > RELATIVES_GROUPS_MAX) return `At most ${RELATIVES_GROUPS_MAX} groups can count relatives.`
  const tooMany = all.find(
    ({ rule }) => rule.kind === 'group' && rule.match === 'atLeast' && (rule.count < 1 || rule.count > activeOf(rule)),
  )
  return tooMany ? 'The number of "at least" must be from 1 to the number of rules of its group.' : null
}

function activeOf(group: RuleGroup<unknown>): number {
  // A group that is switched off as a whole may have any number.
  return isActive(group) ? group.rules.filter(isActive).length : Infinity
}
