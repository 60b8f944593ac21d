import type { Store } from '#command-kit/context.ts'
import { NO_RULE_OPTIONS, type RuleMatch } from '#domain/cohorts/rules.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import { RULE_LEVELS_MAX } from '#domain/limits.ts'
import {
  draftRules,
  holdsRules,
  isBlank,
  newCondition,
  newGroup,
  newRuleKey,
  rulesOfStart,
  type DraftGroup,
  type DraftRule,
  type PlacedDraftRule,
  type RulesStart,
} from '#entities/rules/rule-draft.ts'
import { openBuilderAtom } from '#features/rules/rules-state.ts'
import { panesByNearnessAtom } from '#workspace/panes/pane-atoms.ts'

/** The builder's changes to a tree of rules, as pure functions. The top itself is never moved or removed. */

/** A rule with its position, or undefined. */
export function findRule(top: DraftGroup, key: string): PlacedDraftRule | undefined {
  return findRuleIn(top, key)
}

function findRuleIn(whole: DraftRule, key: string): PlacedDraftRule | undefined {
  return draftRules(whole).find(({ rule }) => rule.key === key)
}

/** Replaces a rule by none, one or several; the same tree if it has no such rule. */
function replaceRule(group: DraftGroup, key: string, change: (rule: DraftRule) => readonly DraftRule[]): DraftGroup {
  const rules = group.rules.flatMap((rule) => {
    if (rule.key === key) return change(rule)
    return rule.kind === 'group' ? [replaceRule(rule, key, change)] : [rule]
  })
  const isSame = rules.length === group.rules.length && rules.every((rule, place) => rule === group.rules[place])
  return isSame ? group : { ...group, rules }
}

/** Changes one rule, which may be the top. */
export function changeRule(top: DraftGroup, key: string, change: (rule: DraftRule) => DraftRule): DraftGroup {
  if (top.key !== key) return replaceRule(top, key, (rule) => [change(rule)])
  const changed = change(top)
  return changed.kind === 'group' ? changed : top
}

function changeGroup(top: DraftGroup, key: string, change: (group: DraftGroup) => DraftGroup): DraftGroup {
  return changeRule(top, key, (rule) => (rule.kind === 'group' ? change(rule) : rule))
}

export function removeRule(top: DraftGroup, key: string): DraftGroup {
  return replaceRule(top, key, () => [])
}

/**
 * A group of versions that an edit gave another kind of rule or another question is a plain group after it: its words
 * are those of the first version alone. `versions`: the variables that are known to ask the same question.
 */
function withoutFalseVersions(before: DraftGroup, after: DraftGroup, versions: readonly string[] = []): DraftGroup {
  const isFalse = ({ key, rules }: DraftGroup) => {
    const group = findRule(before, key)?.rule
    if (group?.kind !== 'group' || !group.areVersions) return false
    const known = new Set<string | null>([null, ...versions, ...group.rules.map(variableIn)])
    return rules.some((rule) => rule.kind !== 'condition' || !known.has(rule.variableName))
  }
  const groups = draftRules(after).flatMap(({ rule }) =>
    rule.kind === 'group' && rule.areVersions && isFalse(rule) ? [rule.key] : [],
  )
  return groups.reduce((top, key) => changeGroup(top, key, (group) => ({ ...group, areVersions: false })), after)
}

function variableIn(rule: DraftRule): string | null {
  return rule.kind === 'condition' ? rule.variableName : null
}

/** Chooses the variable of a condition, which loses its operator and values. `versions`: see above. */
export function chooseVariable(
  top: DraftGroup,
  key: string,
  variableName: string,
  versions: readonly string[],
  condition: Condition | null = null,
): DraftGroup {
  const chosen = changeRule(top, key, (rule) =>
    rule.kind === 'condition' ? { ...rule, variableName, condition } : rule,
  )
  return withoutFalseVersions(top, chosen, versions)
}

/** Adds rules at the end of a group. */
export function addToGroup(top: DraftGroup, groupKey: string, added: readonly DraftRule[]): DraftGroup {
  const joined = changeGroup(top, groupKey, (group) => ({ ...group, rules: [...group.rules, ...added] }))
  return withoutFalseVersions(top, joined)
}

/** Adds another kind of rule at the end of a group, in place of a blank rule there that has no note or option. */
export function addInsteadOfBlank(top: DraftGroup, groupKey: string, added: DraftRule): DraftGroup {
  const changed = changeGroup(top, groupKey, (group) => {
    const last = group.rules.at(-1)
    const isReplaced = last?.kind === 'condition' && added.kind !== 'condition' && isBlank(last) && hasNoOptions(last)
    return { ...group, rules: [...(isReplaced ? group.rules.slice(0, -1) : group.rules), added] }
  })
  return withoutFalseVersions(top, changed)
}

/** Another kind of rule in place of a blank one, with its note and options. */
export function replaceBlank(top: DraftGroup, key: string, added: DraftRule): DraftGroup {
  const replaced = replaceRule(top, key, ({ unknownAs, isOff, note }) => [{ ...added, unknownAs, isOff, note }])
  return withoutFalseVersions(top, replaced)
}

/** Whether a rule was added and left without a choice; the only rule of its group remains. */
export function isAbandoned({ rule, parent }: PlacedDraftRule): boolean {
  return rule.kind === 'condition' && isBlank(rule) && hasNoOptions(rule) && (parent?.rules.length ?? 0) > 1
}

function hasNoOptions({ unknownAs, isOff, note }: DraftRule): boolean {
  return unknownAs === NO_RULE_OPTIONS.unknownAs && !isOff && note === ''
}

/** Adds rules, all of which must match, at the end of the top; they replace its blank rules. */
export function addToTop(top: DraftGroup, added: readonly DraftRule[]): DraftGroup {
  const kept = top.rules.filter((rule) => !isBlank(rule))
  const isAll = top.match === 'all' || added.length <= 1
  return { ...top, rules: [...kept, ...(isAll ? added : [newGroup('all', added)])] }
}

/** Adds rules to the nearest open builder; false without one. */
export function addToOpenBuilder(store: Pick<Store, 'get'>, start: RulesStart): boolean {
  const [builder] = store.get(panesByNearnessAtom).flatMap(({ id }) => store.get(openBuilderAtom(id)) ?? [])
  builder?.edit((top) => addToTop(top, rulesOfStart(start)))
  return builder !== undefined
}

/** Adds rules after a rule, in its group. */
export function addAfter(top: DraftGroup, key: string, added: readonly DraftRule[]): DraftGroup {
  return replaceRule(top, key, (rule) => [rule, ...added])
}

/** Adds a copy of a rule after it, with new keys. */
export function duplicateRule(top: DraftGroup, key: string): DraftGroup {
  return replaceRule(top, key, (rule) => [rule, withNewKeys(rule)])
}

function withNewKeys(rule: DraftRule): DraftRule {
  const key = newRuleKey()
  return rule.kind === 'group' ? { ...rule, key, rules: rule.rules.map(withNewKeys) } : { ...rule, key }
}

export function switchRule(top: DraftGroup, key: string): DraftGroup {
  return changeRule(top, key, (rule) => ({ ...rule, isOff: !rule.isOff }))
}

/** Wraps a rule in a group. With the match of its parent the new group would be redundant. */
export function wrapRule(top: DraftGroup, key: string): DraftGroup {
  const found = findRule(top, key)
  if (!found?.parent || found.level + depthOf(found.rule) > RULE_LEVELS_MAX) return top
  const match: RuleMatch = found.parent.match === 'all' ? 'any' : 'all'
  return withoutFalseVersions(
    top,
    replaceRule(top, key, (rule) => [newGroup(match, [rule])]),
  )
}

/** Replaces a group by its rules; of another rule, the group that it is in. */
export function unwrapRule(top: DraftGroup, key: string): DraftGroup {
  const found = findRule(top, key)
  const group = found && holdsRules(found.rule) ? found.rule : found?.parent
  if (!group || group.key === top.key) return top
  return replaceRule(top, group.key, () => group.rules)
}

/**
 * Moves a rule by one line, up (-1) or down (1): past its neighbour, into a group that is next to it, or at the end of
 * its group out of it. It passes a group of versions as a whole.
 */
export function moveRule(top: DraftGroup, key: string, by: -1 | 1): DraftGroup {
  const found = findRule(top, key)
  if (!found?.parent) return top
  const { rule, parent, place, level } = found
  const without = removeRule(top, key)
  const next = parent.rules[place + by]
  if (next === undefined) {
    return parent.key === top.key
      ? top
      : replaceRule(without, parent.key, (group) => (by === 1 ? [group, rule] : [rule, group]))
  }
  if (holdsRules(next) && !next.areVersions && level + 1 + depthOf(rule) <= RULE_LEVELS_MAX + 1) {
    return changeGroup(without, next.key, (group) => ({
      ...group,
      rules: by === 1 ? [rule, ...group.rules] : [...group.rules, rule],
    }))
  }
  return replaceRule(without, next.key, (other) => (by === 1 ? [other, rule] : [rule, other]))
}

/** Where a rule is dropped: beside the rule under the cursor, or as the first of a group. */
export type DropPlace = 'before' | 'after' | 'into'

/** Moves a rule to a place; nothing for a place in itself, or one that is too deep. */
export function dropRule(top: DraftGroup, key: string, targetKey: string, drop: DropPlace): DraftGroup {
  const [dragged, target] = [findRule(top, key), findRule(top, targetKey)]
  if (!dragged?.parent || !target || findRuleIn(dragged.rule, targetKey)) return top
  const place = target.parent === null ? 'into' : drop
  const level = target.level + (place === 'into' ? 1 : 0)
  if (level + depthOf(dragged.rule) > RULE_LEVELS_MAX + 1) return top
  const without = removeRule(top, key)
  const dropped =
    place === 'into'
      ? changeGroup(without, targetKey, (group) => ({ ...group, rules: [dragged.rule, ...group.rules] }))
      : replaceRule(without, targetKey, (rule) => (place === 'before' ? [dragged.rule, rule] : [rule, dragged.rule]))
  return withoutFalseVersions(top, dropped)
}

/** Exchanges two rules of the top. */
export function swapRules(top: DraftGroup, key: string, otherKey: string): DraftGroup {
  const [rule, other] = [key, otherKey].map((ruleKey) => top.rules.find((one) => one.key === ruleKey))
  if (!rule || !other) return top
  return { ...top, rules: top.rules.map((one) => (one === rule ? other : one === other ? rule : one)) }
}

/** The levels below and with a rule: 1 of a single rule. */
function depthOf(rule: DraftRule): number {
  return rule.kind === 'group' ? 1 + Math.max(0, ...rule.rules.map(depthOf)) : 1
}

export function chooseCohort(top: DraftGroup, key: string, cohortId: number): DraftGroup {
  return changeRule(top, key, (rule) => (rule.kind === 'cohort' ? { ...rule, cohortId } : rule))
}

/** Whether a rule is all that its group excludes. */
export function isExcluded(group: DraftGroup | null): boolean {
  return group?.match === 'none' && group.rules.length === 1 && group.relatives === null && !group.areVersions
}

/** Puts a rule into a "none of" group, or takes it out. */
export function chooseMembership(top: DraftGroup, key: string, isIn: boolean): DraftGroup {
  const found = findRule(top, key)
  if (!found?.parent || isExcluded(found.parent) !== isIn) return top
  if (isIn && found.parent.key === top.key) return { ...top, match: 'all' }
  if (isIn) return unwrapRule(top, key)
  return found.level > RULE_LEVELS_MAX ? top : replaceRule(top, key, (rule) => [newGroup('none', [rule])])
}

/** One rule for each name, after a rule and with its condition; a blank rule is replaced. */
export function addNames(top: DraftGroup, afterKey: string, names: readonly string[]): DraftGroup {
  const found = findRule(top, afterKey)
  if (!found) return top
  const rules = names.map((name) => newCondition(name, conditionBefore(found)))
  if (found.rule.kind === 'group') return addToGroup(top, afterKey, rules)
  const isBlankRule = found.rule.kind === 'condition' && found.rule.variableName === null
  return withoutFalseVersions(
    top,
    replaceRule(top, afterKey, (rule) => (isBlankRule ? rules : [rule, ...rules])),
  )
}

/** Adds the rules of an expression after a rule, or in its place if it is blank; blank rules are replaced as a whole. */
export function addPasted(top: DraftGroup, afterKey: string, pasted: DraftGroup): DraftGroup {
  const found = findRule(top, afterKey)
  if (isBlank(top) || !found?.parent) return isBlank(top) ? pasted : addToGroup(top, top.key, [pasted])
  const isJoined = pasted.match === found.parent.match && pasted.match !== 'atLeast' && isBare(pasted)
  const [only] = pasted.rules
  const isSingle = pasted.rules.length === 1 && pasted.match === 'all' && isBare(pasted)
  const rules = isJoined ? pasted.rules : isSingle && only ? [only] : [pasted]
  return withoutFalseVersions(
    top,
    replaceRule(top, afterKey, (rule) => (isBlank(rule) ? rules : [rule, ...rules])),
  )
}

/** Whether a group only combines its rules. */
function isBare(group: DraftGroup): boolean {
  return group.relatives === null && !group.areVersions && hasNoOptions(group)
}

/** The condition of the last rule at or before a position; null without one. */
function conditionBefore({ rule, parent, place }: PlacedDraftRule): Condition | null {
  const before = rule.kind === 'group' ? rule.rules : (parent?.rules.slice(0, place + 1) ?? [])
  const last = before.findLast((one) => one.kind === 'condition' && one.condition !== null)
  return last?.kind === 'condition' ? last.condition : null
}

/**
 * Puts a condition into a group with the same condition on other versions of its question, of which those that an
 * individual never received take no part, if the back end can leave them out.
 */
export function addVersions(top: DraftGroup, key: string, names: readonly string[], areVersions: boolean): DraftGroup {
  return replaceRule(top, key, (rule) =>
    rule.kind === 'condition'
      ? [{ ...newGroup('any', [rule, ...names.map((name) => newCondition(name, rule.condition))]), areVersions }]
      : [rule],
  )
}

/** Gives all conditions of a group the same condition. */
export function shareCondition(top: DraftGroup, groupKey: string, condition: Condition): DraftGroup {
  return changeGroup(top, groupKey, (group) => ({
    ...group,
    rules: group.rules.map((rule) => (rule.kind === 'condition' ? { ...rule, condition } : rule)),
  }))
}

/** Counts unknown outcomes of a group's rules as no match: a "none of" group keeps the participants. */
export function countUnknownAsNoMatch(top: DraftGroup, groupKey: string): DraftGroup {
  return changeGroup(top, groupKey, (group) => ({
    ...group,
    rules: group.rules.map((rule) => (rule.kind === 'cohort' ? rule : { ...rule, unknownAs: 'no_match' as const })),
  }))
}
