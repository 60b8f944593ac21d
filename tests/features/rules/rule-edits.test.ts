import { expect, test } from 'vitest'
import { ROOT_COHORT_ID, RULE_LEVELS_MAX } from '#domain/limits.ts'
import {
  draftRules,
  emptyRulesDraft,
  isBlank,
  newCondition,
  newGroup,
  newMembership,
  variableNamesOf,
  type DraftGroup,
  type DraftRule,
} from '#entities/rules/rule-draft.ts'
import { inlineRule, ruleSentence } from '#entities/rules/rule-sentence.ts'
import {
  addAfter,
  addInsteadOfBlank,
  addNames,
  addPasted,
  addVersions,
  addToGroup,
  addToTop,
  changeRule,
  chooseMembership,
  chooseVariable,
  countUnknownAsNoMatch,
  dropRule,
  duplicateRule,
  findRule,
  isAbandoned,
  isExcluded,
  moveRule,
  removeRule,
  replaceBlank,
  shareCondition,
  switchRule,
  unwrapRule,
  wrapRule,
} from '#features/rules/rule-edits.ts'

const rule = (name: string): DraftRule => ({ ...newCondition(name), key: name.toLowerCase() })
const group = (key: string, rules: readonly DraftRule[]): DraftGroup => ({ ...newGroup('any', rules), key })

/** a, (b, c), d */
const TREE: DraftGroup = { ...group('top', [rule('A'), group('g', [rule('B'), rule('C')]), rule('D')]), match: 'all' }

/** "a (b c) d" */
function outline({ rules }: DraftGroup): string {
  return rules.map((one) => (one.kind === 'group' ? `(${outline(one)})` : nameOf(one))).join(' ')
}

function nameOf(one: DraftRule): string {
  return one.kind === 'condition' ? (one.variableName ?? '?') : '?'
}

test('adds, copies, removes and switches rules at any depth', () => {
  expect(outline(TREE)).toBe('A (B C) D')
  expect(outline(addAfter(TREE, 'b', [rule('X')]))).toBe('A (B X C) D')
  expect(outline(addToGroup(TREE, 'g', [rule('X')]))).toBe('A (B C X) D')
  expect(outline(addToGroup(TREE, 'top', [rule('X')]))).toBe('A (B C) D X')
  expect(outline(removeRule(TREE, 'c'))).toBe('A (B) D')
  const copied = duplicateRule(TREE, 'g')
  expect(outline(copied)).toBe('A (B C) (B C) D')
  const keys = draftRules(copied).map(({ rule: one }) => one.key)
  expect(new Set(keys).size).toBe(keys.length)
  const off = switchRule(TREE, 'c')
  expect(draftRules(off).filter(({ rule: one }) => one.isOff)).toHaveLength(1)
  expect(switchRule(off, 'c')).toEqual(TREE)
})

test('replaces an untouched blank rule at the end of a group by another kind of rule', () => {
  const blank = { ...newCondition(), key: 'blank' }
  const family = group('f', [rule('X')])
  const tree = { ...TREE, rules: [rule('A'), blank] }
  expect(outline(addInsteadOfBlank(tree, 'top', family))).toBe('A (X)')
  expect(outline(addInsteadOfBlank({ ...TREE, rules: [blank, rule('A')] }, 'top', family))).toBe('? A (X)')
  expect(outline(addInsteadOfBlank(TREE, 'g', family))).toBe('A (B C (X)) D')
  // A second rule on a variable is asked for; a note was typed.
  expect(outline(addInsteadOfBlank(tree, 'top', newCondition()))).toBe('A ? ?')
  const noted = changeRule(tree, 'blank', (one) => ({ ...one, note: 'age at onset?' }))
  expect(outline(addInsteadOfBlank(noted, 'top', family))).toBe('A ? (X)')
})

test('replaces a blank rule in its place by another kind, which keeps its note', () => {
  const blank = { ...newCondition(), key: 'blank', note: 'why' }
  const tree = { ...TREE, rules: [blank, rule('A')] }
  const replaced = replaceBlank(tree, 'blank', group('f', [rule('X')]))
  expect(outline(replaced)).toBe('(X) A')
  expect(replaced.rules[0]?.note).toBe('why')
})

test('a rule without a choice is abandoned unless it is the only one of its group or has a note', () => {
  const blank = { ...newCondition(), key: 'blank' }
  const isLeft = (tree: DraftGroup) => isAbandoned(found(findRule(tree, 'blank')))
  expect(isLeft({ ...TREE, rules: [rule('A'), blank] })).toBe(true)
  expect(isLeft({ ...TREE, rules: [blank] })).toBe(false)
  expect(isLeft({ ...TREE, rules: [rule('A'), { ...blank, note: 'later' }] })).toBe(false)
  expect(isAbandoned(found(findRule(TREE, 'a')))).toBe(false)
})

function found<Item>(item: Item | undefined): Item {
  if (item === undefined) throw new Error('There is no such rule.')
  return item
}

test('changes the top but neither moves, wraps nor removes it', () => {
  const top = changeRule(TREE, 'top', (one) => (one.kind === 'group' ? { ...one, match: 'none' } : one))
  expect(top.match).toBe('none')
  for (const edited of [removeRule(TREE, 'top'), wrapRule(TREE, 'top'), unwrapRule(TREE, 'top')]) {
    expect(edited).toBe(TREE)
  }
  expect(removeRule(TREE, 'unknown')).toBe(TREE)
})

test('moves a rule line by line into, through and out of groups', () => {
  let tree = TREE
  const seen = Array.from({ length: 5 }, () => {
    tree = moveRule(tree, 'a', 1)
    return outline(tree)
  })
  expect(seen).toEqual(['(A B C) D', '(B A C) D', '(B C A) D', '(B C) A D', '(B C) D A'])
  expect(moveRule(tree, 'a', 1)).toBe(tree)
  for (let step = 0; step < 5; step++) tree = moveRule(tree, 'a', -1)
  expect(tree).toEqual(TREE)
})

test('wraps a rule in a group of the other kind, and unwraps the group of a rule', () => {
  const wrapped = wrapRule(TREE, 'd')
  expect(outline(wrapped)).toBe('A (B C) (D)')
  const last = wrapped.rules.at(-1)
  expect(last?.kind === 'group' && last.match).toBe('any')
  expect(unwrapRule(wrapped, 'd')).toEqual(TREE)
  expect(outline(unwrapRule(TREE, 'g'))).toBe('A B C D')
  expect(unwrapRule(TREE, 'a')).toBe(TREE)
})

test('excludes a cohort by a "none of" group, and takes it in again', () => {
  const member: DraftRule = { ...newMembership(4), key: 'm' }
  const top = { ...group('top', [rule('A'), member]), match: 'all' as const }
  const excluded = chooseMembership(top, 'm', false)
  expect(outline(excluded)).toBe('A (?)')
  expect(isExcluded(findRule(excluded, 'm')?.parent ?? null)).toBe(true)
  expect(chooseMembership(excluded, 'm', false)).toBe(excluded)
  expect(outline(chooseMembership(excluded, 'm', true))).toBe('A ?')
  const alone = { ...group('top', [member]), match: 'none' as const }
  expect(chooseMembership(alone, 'm', true)).toEqual({ ...alone, match: 'all' })
})

test('does not nest groups deeper than the limit', () => {
  let tree = TREE
  for (let level = 0; level < 2 * RULE_LEVELS_MAX; level++) tree = wrapRule(tree, 'a')
  expect(Math.max(...draftRules(tree).map(({ level }) => level))).toBe(RULE_LEVELS_MAX)
  for (let level = 0; level < 2 * RULE_LEVELS_MAX; level++) tree = wrapRule(tree, 'g')
  expect(Math.max(...draftRules(tree).map(({ level }) => level))).toBe(RULE_LEVELS_MAX)
})

test('puts a condition beside the same condition on other versions of its question', () => {
  const condition = { operator: 'EQ', values: ['1'] } as const
  const tree = changeRule(TREE, 'a', (one) => (one.kind === 'condition' ? { ...one, condition } : one))
  const versions = addVersions(tree, 'a', ['A2', 'A1'], true)
  expect(outline(versions)).toBe('(A A2 A1) (B C) D')
  expect(versions.rules[0]).toMatchObject({
    match: 'any',
    areVersions: true,
    rules: [{ condition }, { condition }, { condition }],
  })
  expect(addVersions(TREE, 'g', ['X'], true)).toBe(TREE)
})

const VERSIONS: DraftGroup = {
  ...group('top', [{ ...group('v', [rule('A1'), rule('A2')]), areVersions: true }, rule('SEX')]),
  match: 'all',
}
const saysVersions = (top: DraftGroup) =>
  draftRules(top).some(({ rule: one }) => one.kind === 'group' && one.areVersions)

test('versions that get another question, a cohort or a group are plain rules', () => {
  const asked = addToGroup(VERSIONS, 'v', [{ ...newCondition(), key: 'new' }])
  expect(saysVersions(asked)).toBe(true)
  const other = chooseVariable(asked, 'new', 'SEX', ['A1', 'A2', 'A3'])
  expect(saysVersions(other)).toBe(false)
  expect(saysVersions(chooseVariable(asked, 'a1', 'SEX', ['A2']))).toBe(false)
  expect(saysVersions(addToGroup(VERSIONS, 'v', [newMembership(1)]))).toBe(false)
  expect(saysVersions(addInsteadOfBlank(asked, 'v', newMembership(1)))).toBe(false)
  expect(saysVersions(wrapRule(VERSIONS, 'a1'))).toBe(false)
  expect(saysVersions(dropRule(VERSIONS, 'sex', 'a1', 'after'))).toBe(false)
  expect(saysVersions(addNames(VERSIONS, 'a1', ['SEX']))).toBe(false)
  expect(saysVersions(addPasted(VERSIONS, 'a1', { ...newGroup('any', [rule('SEX')]), key: 'pasted' }))).toBe(false)
})

test('versions stay versions with another version, in another order, and when a rule passes them', () => {
  const asked = addToGroup(VERSIONS, 'v', [{ ...newCondition(), key: 'new' }])
  expect(saysVersions(chooseVariable(asked, 'new', 'A3', ['A1', 'A2', 'A3']))).toBe(true)
  expect(saysVersions(dropRule(VERSIONS, 'a2', 'a1', 'before'))).toBe(true)
  expect(saysVersions(duplicateRule(VERSIONS, 'a1'))).toBe(true)
  const passed = moveRule(VERSIONS, 'sex', -1)
  expect(outline(passed)).toBe('SEX (A1 A2)')
  expect(saysVersions(passed)).toBe(true)
})

test('adds one rule per pasted name with the condition of the rule before, in place of a blank rule', () => {
  const condition = { operator: 'EQ', values: ['1'] } as const
  const tree = changeRule(TREE, 'a', (one) => (one.kind === 'condition' ? { ...one, condition } : one))
  const conditionsOf = (tree: DraftGroup, names: readonly string[]) =>
    draftRules(tree).flatMap(({ rule: one }) =>
      one.kind === 'condition' && names.includes(nameOf(one)) ? [one.condition] : [],
    )
  const added = addNames(tree, 'a', ['X', 'Y'])
  expect(outline(added)).toBe('A X Y (B C) D')
  expect(conditionsOf(added, ['X', 'Y'])).toEqual([condition, condition])
  const blank = addAfter(TREE, 'a', [{ ...newCondition(), key: 'blank' }])
  const replaced = addNames(blank, 'blank', ['X'])
  expect(outline(replaced)).toBe('A X (B C) D')
  // Its condition is to be chosen.
  expect(conditionsOf(replaced, ['X'])).toEqual([null])
  expect(outline(addNames(TREE, 'g', ['X']))).toBe('A (B C X) D')
})

test('shares one condition among the rules of a group, and counts their unknown outcomes as no match', () => {
  const shared = shareCondition(TREE, 'g', { operator: 'VALID', values: [] })
  const [, inGroup] = shared.rules
  expect(inGroup?.kind === 'group' && inGroup.rules.map((one) => one.kind === 'condition' && one.condition)).toEqual([
    { operator: 'VALID', values: [] },
    { operator: 'VALID', values: [] },
  ])
  const counted = draftRules(countUnknownAsNoMatch(TREE, 'g'))
  expect(counted.filter(({ rule: one }) => one.unknownAs === 'no_match').map(({ rule: one }) => one.key)).toEqual([
    'b',
    'c',
  ])
})

test('starts with one blank rule, or with a group of one rule per selected variable', () => {
  const empty = emptyRulesDraft(1, {})
  expect(isBlank(empty.top)).toBe(true)
  const selected = emptyRulesDraft(12, { variableNames: ['SEX', 'AGE'] })
  expect(outline(selected.top)).toBe('(SEX AGE)')
  expect(variableNamesOf(selected.top)).toEqual(['SEX', 'AGE'])
})

test('starts with the members of some cohorts and of none of others', () => {
  const { top } = emptyRulesDraft(1, { memberOf: [12], notMemberOf: [13, 14] })
  expect(top).toMatchObject({
    match: 'all',
    rules: [
      { kind: 'cohort', cohortId: 12 },
      { match: 'none', rules: [{ cohortId: 13 }, { cohortId: 14 }] },
    ],
  })
})

test('starts with the valid conditions of a URL', () => {
  const { top } = emptyRulesDraft(1, { where: ['AGE*GTE*20', 'AGE*NOT', 'AGE*LT*25.5'] })
  expect(top).toMatchObject({
    match: 'all',
    rules: [
      { variableName: 'AGE', condition: { operator: 'GTE', values: ['20'] } },
      { variableName: 'AGE', condition: { operator: 'LT', values: ['25.5'] } },
    ],
  })
})

test('adds rules to the top in place of its blank rules', () => {
  const added = [newCondition('X'), newCondition('Y')]
  expect(outline(addToTop(TREE, added))).toBe('A (B C) D X Y')
  expect(outline(addToTop(emptyRulesDraft(1, {}).top, added))).toBe('X Y')
  expect(outline(addToTop({ ...TREE, match: 'any' }, added))).toBe('A (B C) D (X Y)')
  expect(outline(addToTop({ ...TREE, match: 'any' }, added.slice(1)))).toBe('A (B C) D Y')
})

test('pasted rules replace a blank rule or follow the rule, and join a group that matches as they do', () => {
  const [both, either] = [
    { ...group('p', [rule('X'), rule('Y')]), match: 'all' as const },
    group('q', [rule('X'), rule('Y')]),
  ]
  expect(outline(addPasted(TREE, 'a', both))).toBe('A X Y (B C) D')
  expect(outline(addPasted(TREE, 'a', either))).toBe('A (X Y) (B C) D')
  expect(outline(addPasted(TREE, 'b', { ...both, rules: [rule('X')] }))).toBe('A (B X C) D')
  expect(outline(addPasted(TREE, 'top', either))).toBe('A (B C) D (X Y)')
  const blank = { ...newCondition(), key: 'blank' }
  expect(outline(addPasted({ ...TREE, rules: [rule('A'), blank] }, 'blank', both))).toBe('A X Y')
  // The options of a pasted group stay its own.
  expect(outline(addPasted(TREE, 'a', { ...both, unknownAs: 'no_match' }))).toBe('A (X Y) (B C) D')
  const empty = emptyRulesDraft(1, {}).top
  expect(addPasted(empty, empty.rules[0]?.key ?? '', either)).toBe(either)
})

test('drops a rule beside another or into a group, never into itself or too deep', () => {
  expect(outline(dropRule(TREE, 'd', 'b', 'before'))).toBe('A (D B C)')
  expect(outline(dropRule(TREE, 'b', 'd', 'after'))).toBe('A (C) D B')
  expect(outline(dropRule(TREE, 'a', 'g', 'into'))).toBe('(A B C) D')
  expect(outline(dropRule(TREE, 'd', 'top', 'before'))).toBe('D A (B C)')
  expect(dropRule(TREE, 'g', 'b', 'after')).toBe(TREE)
  expect(dropRule(TREE, 'top', 'a', 'after')).toBe(TREE)
  let deep = group('g0', [rule('X')])
  for (let level = 1; level < RULE_LEVELS_MAX - 1; level++) deep = group(`g${level}`, [deep])
  const tree = { ...TREE, rules: [deep, group('h', [rule('Y')])] }
  expect(dropRule(tree, 'h', 'x', 'after')).toBe(tree)
  expect(dropRule(tree, 'y', 'x', 'after')).not.toBe(tree)
})

test('the size of the family is one rule, that no other rule is moved into', () => {
  const members = { ...newMembership(ROOT_COHORT_ID), key: 'all' }
  const size = { ...group('size', [members]), relatives: { scope: 'family', comparison: 'min', count: 4 } as const }
  const tree = { ...TREE, rules: [rule('A'), size] }
  const names = { variable: () => undefined, cohort: () => 'All Individuals' }
  expect(ruleSentence(size, names)).toBe('Family of at least 4 members')
  expect(inlineRule(tree, names)).toBe('family of at least 4 members')
  expect(moveRule(tree, 'a', 1).rules.map(({ key }) => key)).toEqual(['size', 'a'])
  expect(unwrapRule(tree, 'size')).toBe(tree)
})
