import { expect, test } from 'vitest'
import type { RuleOptions } from '#domain/cohorts/rules.ts'
import { newCondition, newGroup, type DraftGroup, type DraftRule } from '#entities/rules/rule-draft.ts'
import { completedRules } from '#entities/rules/rules-of-draft.ts'
import { swapRules } from '#features/rules/rule-edits.ts'
import { flowOfDraft } from '#features/rules/rules-flow.tsx'

const NAMES = { variable: () => undefined, cohort: () => 'Others' }
const rule = (name: string, more: Partial<RuleOptions> = {}): DraftRule => ({
  ...newCondition(name, { operator: 'VALID', values: [] }),
  ...more,
  key: name,
})
const splitOf = (match: number, noMatch: number) => ({ match, noMatch, unknown: 0, noRecord: 0 })
const PARENT = { name: 'Parent', words: '', placeholders: null, count: undefined }

function flow(top: DraftGroup, counts: ReadonlyMap<string, ReturnType<typeof splitOf>>) {
  const completed = completedRules(top, ({ kind, key }) => kind !== 'condition' || key !== 'BLANK')
  return flowOfDraft({ top, completed, counts, names: NAMES }, PARENT, 'Result').map((step) => [
    step.key,
    step.name,
    step.words,
    step.count,
    step.excluded?.count,
    step.isOff,
  ])
}

test('has a box for each rule; a rule that is off keeps its place, and an incomplete one has none', () => {
  const top = newGroup('all', [rule('A'), rule('B', { isOff: true }), rule('BLANK'), rule('C')])
  const counts = new Map([
    ['A', splitOf(60, 40)],
    ['C', splitOf(20, 40)],
  ])
  expect(flow(top, counts)).toEqual([
    ['parent', 'Parent', '', 100, undefined, false],
    ['A', 'Rule 1 of 2', 'A has a valid answer', 60, 40, false],
    ['B', 'Switched off', 'B has a valid answer', null, undefined, true],
    ['C', 'Result', 'C has a valid answer', 20, 40, false],
  ])
})

test('a group whose rules are incomplete is not called switched off', () => {
  const top = newGroup('all', [
    rule('A'),
    newGroup('any', [rule('BLANK')]),
    newGroup('any', [rule('B', { isOff: true })]),
  ])
  const names = flow(top, new Map([['A', splitOf(60, 40)]])).map(([, name]) => name)
  expect(names).toEqual(['Parent', 'Result', 'Incomplete', 'Switched off'])
})

test('has one box for rules of which any may match', () => {
  const top = newGroup('any', [rule('A'), rule('B')])
  expect(flow(top, new Map([[top.key, splitOf(70, 30)]]))).toEqual([
    ['parent', 'Parent', '', 100, undefined, false],
    [top.key, 'Result', 'A has a valid answer or B has a valid answer', 70, 30, false],
  ])
})

test('leaves numbers open until the first counts', () => {
  const top = newGroup('all', [rule('A')])
  expect(flow(top, new Map()).map(([, , , count, excluded]) => [count, excluded])).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ])
})

test('leads from the parent to the result, with the places of all outcomes, before a rule is complete', () => {
  const top = newGroup('all', [newGroup('any', [rule('BLANK')])])
  const completed = completedRules(top, ({ kind }) => kind !== 'condition')
  const [parent, result] = flowOfDraft(
    { top, completed, counts: new Map(), names: NAMES },
    { ...PARENT, count: 106_466 },
    'Unnamed',
  )
  expect([parent?.name, parent?.count]).toEqual(['Parent', 106_466])
  expect([result?.key, result?.name, result?.words]).toEqual(['BLANK', 'Result', 'BLANK has a valid answer'])
  expect(result?.excluded?.outcomes.map(({ key }) => key)).toEqual(['noMatch', 'unknown', 'noRecord'])
})

test('exchanges two rules of the top, and changes nothing for others', () => {
  const top = newGroup('all', [rule('A'), rule('B'), rule('C')])
  expect(swapRules(top, 'A', 'C').rules.map(({ key }) => key)).toEqual(['C', 'B', 'A'])
  expect(swapRules(top, 'A', 'parent')).toBe(top)
})
