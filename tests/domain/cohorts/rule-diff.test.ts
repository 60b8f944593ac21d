import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffGroups, diffRows, isSameGroup, type RuleDiff } from '#domain/cohorts/rule-diff.ts'
import { NO_RULE_OPTIONS, ruleList, type ConditionRule, type Rule, type RuleGroup } from '#domain/cohorts/rules.ts'
import { applyGroupDiff } from '#tests/support/apply-rule-diff.ts'
import { arbitraryRules } from '#tests/support/arbitrary-rules.ts'

const rules = arbitraryRules(5)

/** A group with some rules removed, repeated, moved or replaced by those of another. */
const edited = fc
  .tuple(rules, rules, fc.array(fc.tuple(fc.nat(3), fc.nat(9), fc.nat(9)), { maxLength: 4 }))
  .map(([from, other, edits]): readonly [RuleGroup<string>, RuleGroup<string>] => {
    const changed = [...from.rules]
    for (const [how, one, two] of edits) {
      const [place, target] = [one % (changed.length + 1), two % (changed.length + 1)]
      const rule = how === 0 ? other.rules[place % other.rules.length] : changed[place]
      if (how !== 0) changed.splice(place, how === 3 ? 0 : 1)
      if (how !== 1 && rule) changed.splice(target, 0, rule)
    }
    return [from, { ...from, rules: changed }]
  })

const pairs = fc.oneof(fc.tuple(rules, rules), edited)

test('a difference applied to the first group gives the second', () => {
  fc.assert(
    fc.property(pairs, ([from, to]) => {
      expect(applyGroupDiff(diffGroups(from, to), from)).toEqual(to)
    }),
  )
})

/** The rules of each group in one order. */
function ordered(rule: Rule<string>): object {
  if (rule.kind !== 'group') return rule
  return { ...rule, rules: rule.rules.map((one) => JSON.stringify(ordered(one))).toSorted() }
}

test('a group is the same as one with the same rules in any order, and as no other', () => {
  fc.assert(
    fc.property(pairs, ([from, to]) => {
      expect(isSameGroup(diffGroups(from, from))).toBe(true)
      const reversed = { ...from, rules: from.rules.toReversed() }
      expect(isSameGroup(diffGroups(from, reversed))).toBe(true)
      expect(isSameGroup(diffGroups(from, to))).toBe(JSON.stringify(ordered(from)) === JSON.stringify(ordered(to)))
    }),
  )
})

test('a difference is at most the removal of all rules and the addition of all others', () => {
  const changesOf = (steps: readonly RuleDiff<string>[]): number =>
    steps.reduce((sum, step) => sum + (step.kind === 'same' ? 0 : step.kind === 'group' ? changesOf(step.rules) : 1), 0)
  fc.assert(
    fc.property(pairs, ([from, to]) => {
      const most = ruleList<string>(from).length + ruleList<string>(to).length
      expect(changesOf(diffGroups(from, to).rules)).toBeLessThanOrEqual(most)
    }),
  )
})

test('rows have each rule of both definitions', () => {
  fc.assert(
    fc.property(pairs, ([from, to]) => {
      const rows = diffRows(diffGroups(from, to))
      expect(rows.filter((row) => row.to !== null)).toHaveLength(ruleList<string>(to).length)
      expect(rows.filter((row) => row.from !== null)).toHaveLength(ruleList<string>(from).length)
      expect(rows[0]).toMatchObject({ level: 0, from: { kind: 'group' }, to: { kind: 'group' } })
    }),
  )
})

const condition = (variable: string, value: string): ConditionRule<string> => ({
  ...NO_RULE_OPTIONS,
  kind: 'condition',
  variable,
  condition: { operator: 'GTE', values: [value] },
})
const group = (match: 'all' | 'any', ...children: readonly Rule<string>[]): RuleGroup<string> => ({
  ...NO_RULE_OPTIONS,
  kind: 'group',
  match,
  count: 1,
  relatives: null,
  areVersions: false,
  rules: children,
})
const differences = (from: RuleGroup<string>, to: RuleGroup<string>) =>
  diffRows(diffGroups(from, to)).map(({ kind, level, from: one, to: other }) => {
    const words = [one, other].map((rule) => {
      if (rule === null) return '–'
      if (rule.kind === 'condition') return `${rule.variable} ${rule.condition.values.join()}`
      return rule.kind === 'group' ? rule.match : rule.kind
    })
    return `${level} ${kind}: ${words.join(' | ')}`
  })

test('a condition on the same variable is changed, and another is replaced', () => {
  const from = group('all', condition('AGE', '18'), condition('SCORE', '3'), condition('YEAR', '1'))
  const to = group('any', condition('AGE', '21'), condition('WEIGHT', '60'), condition('YEAR', '1'))
  expect(differences(from, to)).toEqual([
    '0 changed: all | any',
    '1 changed: AGE 18 | AGE 21',
    '1 removed: SCORE 3 | –',
    '1 added: – | WEIGHT 60',
    '1 same: YEAR 1 | YEAR 1',
  ])
})

test('rules of nested groups differ within their group, and a moved rule is moved', () => {
  const from = group('all', condition('AGE', '18'), group('any', condition('A', '1'), condition('B', '1')))
  const to = group('all', group('any', condition('A', '1'), condition('C', '1')), condition('AGE', '18'))
  expect(differences(from, to)).toEqual([
    '0 same: all | all',
    '1 same: any | any',
    '2 same: A 1 | A 1',
    '2 removed: B 1 | –',
    '2 added: – | C 1',
    '1 moved: AGE 18 | AGE 18',
  ])
})

test('the size of a family is one row, whether it is the same, changed or added', () => {
  const all = { ...NO_RULE_OPTIONS, kind: 'group', match: 'all', count: 1, areVersions: false } as const
  const size = (count: number): RuleGroup<string> => ({
    ...all,
    relatives: { scope: 'family', comparison: 'min', count },
    rules: [{ ...NO_RULE_OPTIONS, kind: 'cohort', cohortId: 1 }],
  })
  const top = (...parts: Rule<string>[]): RuleGroup<string> => ({ ...all, relatives: null, rules: parts })
  const kinds = (from: RuleGroup<string>, to: RuleGroup<string>) =>
    diffRows(diffGroups(from, to)).map(({ kind }) => kind)
  expect(kinds(top(size(4)), top(size(4)))).toEqual(['same', 'same'])
  expect(kinds(top(size(4)), top(size(5)))).toEqual(['same', 'changed'])
  expect(kinds(top(), top(size(4)))).toEqual(['same', 'added'])
})
