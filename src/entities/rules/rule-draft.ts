import * as v from 'valibot'
import type { ArgumentsOf } from '#commands/signatures.ts'
import type { Variable } from '#contract/shapes/entities.ts'
import { PEDIGREE_CONSTRAINTS } from '#domain/cohorts/cohorts.ts'
import {
  NO_RULE_OPTIONS,
  RELATIVES,
  RULE_MATCHES,
  STRATUM_FIELDS,
  UNKNOWN_CHOICES,
  type RelativesCount,
  type RuleMatch,
  type RuleOptions,
  type StratumField,
  conditionIn,
  isFamilySize,
  stratumIn,
} from '#domain/cohorts/rules.ts'
import { conditionProblem, type Condition } from '#domain/conditions/constraint.ts'
import { OPERATORS } from '#domain/conditions/operators.ts'
import type { DraftNaming } from '#entities/cohorts/building/cohort-draft.ts'

interface Keyed extends RuleOptions {
  /** Identifies a rule while it moves in the tree. */
  readonly key: string
}

export interface DraftCondition extends Keyed {
  readonly kind: 'condition'
  /** Null until a variable is chosen. */
  readonly variableName: string | null
  /** Null until an operator or a value is chosen. */
  readonly condition: Condition | null
}

export interface DraftMembership extends Keyed {
  readonly kind: 'cohort'
  readonly cohortId: number | null
}

export interface DraftStratum extends Keyed {
  readonly kind: 'stratum'
  readonly field: StratumField
  readonly values: readonly string[]
}

export interface DraftGroup extends Keyed {
  readonly kind: 'group'
  readonly match: RuleMatch
  readonly count: number
  readonly relatives: RelativesCount | null
  readonly areVersions: boolean
  readonly rules: readonly DraftRule[]
}

export type DraftRule = DraftCondition | DraftMembership | DraftStratum | DraftGroup

/** An unsaved cohort by rules. */
export interface RulesDraft extends DraftNaming {
  readonly parentId: number
  readonly top: DraftGroup
  /** The expression that is being typed while it differs from that of the rules: it has an error. */
  readonly text?: string | undefined
}

export function newRuleKey(): string {
  return Math.random().toString(36).slice(2, 10)
}

export function newCondition(variableName: string | null = null, condition: Condition | null = null): DraftCondition {
  return { ...NO_RULE_OPTIONS, kind: 'condition', key: newRuleKey(), variableName, condition }
}

export function newMembership(cohortId: number | null = null): DraftMembership {
  return { ...NO_RULE_OPTIONS, kind: 'cohort', key: newRuleKey(), cohortId }
}

export function newStratum(field: StratumField = 'dx_nimh', values: readonly string[] = []): DraftStratum {
  return { ...NO_RULE_OPTIONS, kind: 'stratum', key: newRuleKey(), field, values }
}

export function newGroup(match: RuleMatch, rules: readonly DraftRule[]): DraftGroup {
  return {
    ...NO_RULE_OPTIONS,
    kind: 'group',
    key: newRuleKey(),
    match,
    count: 1,
    relatives: null,
    areVersions: false,
    rules,
  }
}

/** The initial rules of a new builder. */
export type RulesStart = Omit<ArgumentsOf<'cohort.build'>, 'cohortId' | 'parentId'>

/** The rules of a start, all of which must match; several variables are a group. */
export function rulesOfStart(start: RulesStart): readonly DraftRule[] {
  const { variableNames = [], memberOf = [], notMemberOf = [], where = [], strata = [] } = start
  const conditions = where.flatMap((text) => conditionIn(text) ?? [])
  const asked = variableNames.map((name) => newCondition(name))
  return [
    ...(asked.length > 0 ? [newGroup('any', asked)] : []),
    ...conditions.map(({ variableName, operator, values }) => newCondition(variableName, { operator, values })),
    ...strata.flatMap((text) => stratumIn(text) ?? []).map(({ field, values }) => newStratum(field, values)),
    ...memberOf.map((id) => newMembership(id)),
    ...(notMemberOf.length > 0
      ? [
          newGroup(
            'none',
            notMemberOf.map((id) => newMembership(id)),
          ),
        ]
      : []),
  ]
}

/** A builder without a start has one rule to fill in. */
export function emptyRulesDraft(parentId: number, start: RulesStart): RulesDraft {
  const rules = rulesOfStart(start)
  return {
    name: null,
    description: '',
    parentId,
    top: newGroup('all', rules.length > 0 ? rules : [newCondition()]),
  }
}

/** Whether a rule is a group that others can be added to, and not the size of the family. */
export function holdsRules(rule: DraftRule): rule is DraftGroup {
  return rule.kind === 'group' && !isFamilySize(rule)
}

/** A rule in which nothing is chosen yet; it takes no part and does not block Save. */
export function isBlank(rule: DraftRule): boolean {
  if (rule.kind === 'condition') return rule.variableName === null
  if (rule.kind === 'stratum') return rule.values.length === 0
  return rule.kind === 'cohort' ? rule.cohortId === null : rule.rules.every(isBlank)
}

export interface PlacedDraftRule {
  readonly rule: DraftRule
  /** Null for the top. */
  readonly parent: DraftGroup | null
  /** The index in the parent. */
  readonly place: number
  readonly level: number
}

/** A rule and all rules below it, each before those below it. */
export function draftRules(
  rule: DraftRule,
  position: Omit<PlacedDraftRule, 'rule'> = { parent: null, place: 0, level: 0 },
): readonly PlacedDraftRule[] {
  const below =
    rule.kind === 'group'
      ? rule.rules.flatMap((child, place) => draftRules(child, { parent: rule, place, level: position.level + 1 }))
      : []
  return [{ rule, ...position }, ...below]
}

/** The names of all variables of the conditions, without duplicates. */
export function variableNamesOf(top: DraftRule): readonly string[] {
  const names = draftRules(top).flatMap(({ rule }) => (rule.kind === 'condition' ? (rule.variableName ?? []) : []))
  return [...new Set(names)]
}

const keyed = {
  key: v.string(),
  unknownAs: v.picklist(UNKNOWN_CHOICES),
  isOff: v.boolean(),
  note: v.string(),
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

const StoredCondition = v.object({
  ...keyed,
  kind: v.literal('condition'),
  variableName: v.nullable(v.string()),
  condition: v.nullable(v.object({ operator: v.picklist(OPERATORS), values: v.array(v.string()) })),
})

const StoredMembership = v.object({ ...keyed, kind: v.literal('cohort'), cohortId: v.nullable(id) })

const StoredStratum = v.object({
  ...keyed,
  kind: v.literal('stratum'),
  field: v.picklist(STRATUM_FIELDS),
  values: v.array(v.string()),
})

const StoredGroup: v.GenericSchema<unknown, DraftGroup> = v.object({
  ...keyed,
  kind: v.literal('group'),
  match: v.picklist(RULE_MATCHES),
  count,
  relatives: v.nullable(
    v.object({ scope: v.picklist(RELATIVES), comparison: v.picklist(PEDIGREE_CONSTRAINTS), count }),
  ),
  areVersions: v.optional(v.boolean(), false),
  rules: v.array(v.union([v.lazy(() => StoredGroup), StoredCondition, StoredMembership, StoredStratum])),
})

/** A browser's stored draft; anything else is discarded. */
export const StoredRulesDraft = v.object({
  name: v.nullable(v.string()),
  description: v.string(),
  parentId: id,
  top: StoredGroup,
  text: v.optional(v.string()),
})

export type FindVariable = (name: string) => Variable | undefined

/** Why a rule takes no part in the counts, or null; blank rules and groups have no problem. */
export function ruleProblem(rule: DraftRule, find: FindVariable): string | null {
  if (rule.kind !== 'condition' || rule.variableName === null) return null
  const variable = find(rule.variableName)
  if (variable === undefined) return `There is no variable named “${rule.variableName}”.`
  if (rule.condition === null || rule.condition.values.some((value) => value === '')) {
    return `Complete the rule on ${rule.variableName}.`
  }
  return conditionProblem(variable.dataType, rule.condition)
}

/** Whether a rule is sent. */
export function isRuleComplete(rule: DraftRule, find: FindVariable): boolean {
  return !isBlank(rule) && ruleProblem(rule, find) === null
}

/** The first problem of the rules, or null. */
export function firstProblem(top: DraftGroup, find: FindVariable): string | null {
  for (const { rule } of draftRules(top)) {
    const problem = ruleProblem(rule, find)
    if (problem !== null) return problem
  }
  return null
}

/** The first empty rule or group, which Save would drop, in words; null without one. */
export function emptyProblem(top: DraftGroup): string | null {
  const empty = emptyRule(top)
  if (empty === undefined) return null
  if (empty.kind === 'group') return 'A group is empty: add a rule to it, or remove it.'
  const what = { condition: 'a variable', cohort: 'a cohort', stratum: 'values' }[empty.kind]
  return `A rule is empty: choose ${what}, or remove it.`
}

function emptyRule(top: DraftGroup): DraftRule | undefined {
  const rules = draftRules(top).flatMap(({ rule }) => (rule.key === top.key ? [] : [rule]))
  return rules.find((rule) => (rule.kind === 'group' ? rule.rules.length === 0 : isBlank(rule)))
}

/** The key of the rule to complete before Save: the first with a problem, else the first empty one. */
export function openRuleKey(top: DraftGroup, find: FindVariable): string | undefined {
  const faulty = draftRules(top).find(({ rule }) => ruleProblem(rule, find) !== null)
  return (faulty?.rule ?? emptyRule(top))?.key
}
