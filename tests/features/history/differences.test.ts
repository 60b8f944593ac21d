import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ObjectDefinition } from '#features/history/definition-fields.ts'
import { differencesBetween } from '#features/history/differences.ts'

const BASE: ObjectDefinition = { name: 'Adults', description: '', variables: null, cohort: null, construct: null }
const nameOf = (cohortId: number) => (cohortId === 1 ? 'All Individuals' : undefined)
const options = { unknownAs: 'unknown' as const, off: false, note: '' }
const group = { match: 'all' as const, count: 1, relatives: null, areVersions: false, ...options }
const from = (age: string, more: Partial<typeof options> = {}) => ({
  variableName: 'AGE',
  constraintType: 'GTE',
  constraintValue: age,
  ...options,
  ...more,
})
const byRules = (...rules: NonNullable<Extract<ObjectDefinition['cohort'], { rules: unknown }>>['rules']['rules']) => ({
  ...BASE,
  cohort: { parentId: 1, rules: { version: 1 as const, ...group, rules } },
})
const differences = (one: ObjectDefinition, other: ObjectDefinition) => differencesBetween(one, other, nameOf)

test('states names and descriptions as texts', () => {
  expect(differences(BASE, { ...BASE, name: 'Grown', description: 'Above 18' })).toEqual([
    { label: 'Name', from: 'Adults', to: 'Grown' },
    { label: 'Description', from: '', to: 'Above 18' },
  ])
})

test('states the variables that are added and removed, and another order', () => {
  const set = (...variables: string[]) => ({ ...BASE, variables })
  expect(differences(set('AGE', 'SEX'), set('SEX', 'BIRTH'))).toEqual([
    { label: 'Variables', added: ['BIRTH'], removed: ['AGE'], isReordered: false },
  ])
  expect(differences(set('AGE', 'SEX'), set('SEX', 'AGE'))).toEqual([
    { label: 'Variables', added: [], removed: [], isReordered: true },
  ])
})

test('states rules as sentences, those of a group indented, with their notes', () => {
  const nested = { ...group, match: 'any' as const, rules: [from('20', { off: true })] }
  expect(differences(byRules(from('18')), byRules(from('30'), nested, { cohortId: 7, ...options }))).toEqual([
    {
      label: 'Rules',
      added: ['AGE ≥ 30', 'any of', '– AGE ≥ 20 · off', 'in cohort 7'],
      removed: ['AGE ≥ 18'],
      isReordered: false,
    },
  ])
})

test('states a subset in words that becomes a cohort by rules', () => {
  const subset = {
    ...BASE,
    cohort: {
      parentId: 1,
      cohortType: 'subset' as const,
      variable: 'AGE',
      constraintType: 'GT',
      constraintValues: ['18'],
    },
  }
  expect(differences(subset, byRules(from('30')))).toEqual([
    {
      label: 'Definition',
      from: 'Members of All Individuals for whom AGE is greater than 18.',
      to: 'Members of All Individuals who match a set of rules.',
    },
    { label: 'Match', from: '', to: 'all of' },
    { label: 'Rules', added: ['AGE ≥ 30'], removed: [], isReordered: false },
  ])
})

test('states the values of a custom variable by their definitions', () => {
  const groups = (limit: string): ObjectDefinition => ({
    ...BASE,
    construct: {
      constructType: 'downcode',
      variables: ['AGE'],
      defaultValue: 'older',
      formula: '',
      values: [
        {
          name: 'younger',
          description: '',
          definition: {
            relationship: 'AND',
            constraints: [{ variableName: 'AGE', constraintType: 'LT', constraintValue: limit }],
          },
        },
        { name: 'older', description: '', definition: { relationship: 'AND', constraints: [] } },
      ],
    },
  })
  expect(differences(groups('40'), groups('50'))).toEqual([
    {
      label: 'Values',
      added: ['younger: AGE is less than 50'],
      removed: ['younger: AGE is less than 40'],
      isReordered: false,
    },
  ])
})

test('is empty exactly for equal definitions', () => {
  const set = fc.record({
    name: fc.string({ maxLength: 3 }),
    description: fc.string({ maxLength: 3 }),
    variables: fc.array(fc.constantFrom('AGE', 'SEX', 'BIRTH'), { maxLength: 4 }),
  })
  fc.assert(
    fc.property(set, set, (one, other) => {
      const count = differences({ ...BASE, ...one }, { ...BASE, ...other }).length
      expect(count === 0).toBe(JSON.stringify(one) === JSON.stringify(other))
    }),
  )
})
