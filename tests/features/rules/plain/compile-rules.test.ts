import { expect, test } from 'vitest'
import { NO_RULE_OPTIONS, type Rule, type RuleGroup } from '#domain/cohorts/rules.ts'
import type { Operator } from '#domain/conditions/operators.ts'
import { compileRules, type TestedVariable } from '#features/rules/plain/compile-rules.ts'
import { createSetPlanner, stepsOf, type SetNode } from '#features/rules/plain/set-plan.ts'

const variable = (name: string, dataType = 'numberrange', isScore = false): TestedVariable => ({
  name,
  dataType,
  isScore,
})

function rule(tested: TestedVariable, operator: Operator, ...values: string[]): Rule<TestedVariable> {
  return { ...NO_RULE_OPTIONS, kind: 'condition', variable: tested, condition: { operator, values } }
}

function group(match: RuleGroup<unknown>['match'], ...rules: Rule<TestedVariable>[]): RuleGroup<TestedVariable> {
  return { ...NO_RULE_OPTIONS, kind: 'group', match, count: 1, relatives: null, areVersions: false, rules }
}

/** Each request as a line; sets by the number of their request. */
function linesOf(top: RuleGroup<TestedVariable>, parentId = 1): string[] {
  const { set, problems } = compileRules(createSetPlanner(), parentId, top)
  if (!set) return problems.map(({ path, words }) => `${path.join('.')}: ${words}`)
  const steps = stepsOf(set)
  const name = (node: SetNode) => {
    if (node.kind === 'cohort') return `cohort ${node.cohortId}`
    return node.kind === 'empty' ? 'empty' : `#${steps.indexOf(node) + 1}`
  }
  return steps.map((step) => {
    if (step.kind === 'compound') return `${name(step.first)} ${step.operation} ${name(step.second)}`
    if (step.kind === 'families') {
      const { criterion } = step
      const who = criterion ? ` with ${criterion.count} of ${criterion.test.variable}` : ''
      return `families of ${name(step.source)}${who}`
    }
    const { condition } = step.test
    return `${name(step.source)}: ${[step.test.variable, condition.operator, ...condition.values].join(' ')}`
  })
}

const AGE = variable('AGE')
const adult = rule(AGE, 'GTE', '18')
const mania = rule(variable('MANIA', 'categorical'), 'EQ', '1')
const smoker = rule(variable('SMOKER', 'dichotomous'), 'VALID')

test('rules that all must match are subsets of subsets', () => {
  expect(linesOf(group('all', adult, mania, smoker), 7)).toEqual([
    'cohort 7: AGE GTE 18',
    '#1: MANIA EQ 1',
    '#2: SMOKER VALID',
  ])
})

test('"none of" uses the opposite operators, and a difference for a flag', () => {
  expect(linesOf(group('none', mania, smoker))).toEqual([
    'cohort 1: SMOKER VALID',
    'cohort 1 SUBTRACT #1',
    '#2: MANIA NEQ 1',
  ])
  expect(linesOf(group('none', rule(AGE, 'BETWEEN', '18', '65')))).toEqual([
    'cohort 1: AGE LT 18',
    'cohort 1: AGE GT 65',
    '#1 UNION #2',
  ])
})

test('unknown that counts as match keeps all but the individuals with no match', () => {
  expect(linesOf(group('all', { ...mania, unknownAs: 'match' }))).toEqual([
    'cohort 1: MANIA NEQ 1',
    'cohort 1 SUBTRACT #1',
  ])
})

test('a membership is an intersection, or without a condition the cohort itself', () => {
  const member: Rule<TestedVariable> = { ...NO_RULE_OPTIONS, kind: 'cohort', cohortId: 5 }
  expect(linesOf(group('all', adult, member), 7)).toEqual(['cohort 7 INTERSECT cohort 5', '#1: AGE GTE 18'])
  expect(linesOf(group('all', member))).toEqual([])
})

test('"at least 2 of" many rules needs few cohorts', () => {
  const rules = Array.from({ length: 8 }, (_, nth) => rule(variable(`V${nth}`, 'categorical'), 'EQ', '1'))
  expect(linesOf({ ...group('atLeast', ...rules), count: 2 }).length).toBeLessThan(30)
})

test('members of the family are counted by a pedigree set', () => {
  const family = (count: number, ...rules: Rule<TestedVariable>[]) =>
    group('all', { ...group('all', ...rules), relatives: { scope: 'family', comparison: 'min', count } })
  expect(linesOf(family(1, adult))).toEqual(['cohort 1: AGE GTE 18', 'families of #1'])
  expect(linesOf(family(2, mania, adult))).toEqual(['cohort 1: AGE GTE 18', 'families of #1 with 2 of MANIA'])
  expect(linesOf(family(2, adult))).toEqual([expect.stringMatching(/^0: This server counts members of a family by/)])
})

test('names the rules that have no opposite', () => {
  const text = rule(variable('REMARK', 'text'), 'EQ', 'none')
  const score = rule(variable('SUM', 'numberrange', true), 'VALID')
  expect(linesOf(group('none', adult, text, score))).toEqual([
    expect.stringMatching(/^1: This server keeps no cohort of participants/),
    expect.stringMatching(/^2: This server keeps no cohort of participants/),
  ])
  expect(linesOf(group('all', text, score))).toHaveLength(2)
})
