import type { rulesInfo } from '#contract/rules.ts'
import { conditionOfFields } from '#contract/shapes/constraint-fields.ts'
import type { ResponseOf } from '#contract/shapes/wire-names.ts'
import type { Rule, RuleGroup, RuleOptions } from '#domain/cohorts/rules.ts'
import { newRuleKey, type DraftGroup, type DraftRule } from '#entities/rules/rule-draft.ts'

type SavedRules = ResponseOf<typeof rulesInfo>['rules']
type SavedRule = SavedRules['rules'][number]

/** The complete rules of a draft, and the keys of its rules by their positions in the request. */
export interface CompletedRules {
  readonly top: RuleGroup<string>
  readonly keys: ReadonlyMap<string, string>
}

/** The position of a rule as text. */
export function pathText(path: readonly number[]): string {
  return path.join('.')
}

/** The rules of a draft without those that are incomplete. */
export function completedRules(top: DraftGroup, isComplete: (rule: DraftRule) => boolean): CompletedRules {
  const keys = new Map<string, string>()
  const group = (draft: DraftGroup, path: readonly number[]): RuleGroup<string> => {
    keys.set(pathText(path), draft.key)
    const { kind, match, count, relatives, areVersions } = draft
    const kept = draft.rules.filter(isComplete)
    const rules = kept.flatMap((rule, place) => one(rule, [...path, place]) ?? [])
    return { ...optionsOf(draft), kind, match, count, relatives, areVersions, rules }
  }
  const one = (draft: DraftRule, path: readonly number[]): Rule<string> | null => {
    if (draft.kind === 'group') return group(draft, path)
    keys.set(pathText(path), draft.key)
    if (draft.kind === 'cohort') {
      return draft.cohortId === null ? null : { ...optionsOf(draft), kind: 'cohort', cohortId: draft.cohortId }
    }
    if (draft.kind === 'stratum') {
      const { field, values } = draft
      return values.length === 0 ? null : { ...optionsOf(draft), kind: 'stratum', field, values }
    }
    const { variableName: variable, condition } = draft
    return variable === null || condition === null
      ? null
      : { ...optionsOf(draft), kind: 'condition', variable, condition }
  }
  return { top: group(top, []), keys }
}

function optionsOf({ unknownAs, isOff, note }: RuleOptions): RuleOptions {
  return { unknownAs, isOff, note }
}

/** Rules as a draft. A rule keeps the key of a rule of its kind in the same place of an earlier draft. */
export function draftOfGroup(group: RuleGroup<string>, before?: DraftRule): DraftGroup {
  const earlier = before?.kind === 'group' ? before.rules : []
  const rules = group.rules.map((rule, place) => draftOf(rule, earlier[place]))
  return { ...group, key: before?.kind === 'group' ? before.key : newRuleKey(), rules }
}

function draftOf(rule: Rule<string>, before: DraftRule | undefined): DraftRule {
  if (rule.kind === 'group') return draftOfGroup(rule, before)
  const key = before?.kind === rule.kind ? before.key : newRuleKey()
  if (rule.kind !== 'condition') return { ...rule, key }
  const { variable: variableName, ...condition } = rule
  return { ...condition, key, variableName }
}

/** A saved definition as the draft of an edit. */
export function draftOfRules(saved: SavedRules): DraftGroup {
  const { match, count, relatives, areVersions } = saved
  return {
    ...optionsRead(saved),
    kind: 'group',
    key: newRuleKey(),
    match,
    count,
    relatives,
    areVersions,
    rules: saved.rules.map(draftOfRule),
  }
}

function draftOfRule(saved: SavedRule): DraftRule {
  if ('rules' in saved) return draftOfRules({ version: 1, ...saved })
  const options = { ...optionsRead(saved), key: newRuleKey() }
  if ('cohortId' in saved) return { ...options, kind: 'cohort', cohortId: saved.cohortId }
  if ('stratum' in saved) return { ...options, kind: 'stratum', field: saved.stratum, values: saved.values }
  return { ...options, kind: 'condition', variableName: saved.variableName, condition: conditionOfFields(saved) }
}

function optionsRead({ unknownAs, off, note }: Pick<SavedRules, 'unknownAs' | 'off' | 'note'>): RuleOptions {
  return { unknownAs, isOff: off, note }
}
