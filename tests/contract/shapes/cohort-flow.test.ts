import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { flowOfLineage, keyInArm, stepsOfRules, type FlowCohort } from '#contract/shapes/cohort-flow.ts'
import { Cohort } from '#contract/shapes/shapes.ts'
import { flowTable, flowTitle } from '#domain/cohorts/cohort-flow.ts'
import { entityOf } from '#tests/support/entity-of.ts'

const ROOT = { cohortId: 1, name: 'All Individuals', rowCount: 100 }
const CHILD = { cohortId: 2, name: 'Adults', parentId: 1, parent: 'All Individuals', rowCount: 40 }
const SPLIT = { match: 40, noMatch: 30, unknown: 20, noRecord: 10 }

function flowCohort(fields: object, more: Partial<FlowCohort> = {}): FlowCohort {
  return {
    cohort: entityOf(Cohort, { ...fields }),
    words: '',
    split: null,
    rules: [],
    families: null,
    placeholders: null,
    second: null,
    arm: [],
    ...more,
  }
}

function flowOf(fields: object, more: Partial<FlowCohort> = {}) {
  return flowOfLineage([flowCohort(ROOT), flowCohort({ ...CHILD, ...fields }, more)])
}

describe('a flow', () => {
  test('says how many individuals of a box are relatives without data, if they are counted on the same data', () => {
    const withoutData = { placeholders: 7 }
    const flow = (isCurrent: boolean) =>
      flowOfLineage([
        flowCohort(ROOT, withoutData),
        flowCohort(
          { ...CHILD, constraintType: 'PEDIGREE', counted: { at: '2024', people: 90, isCurrent } },
          withoutData,
        ),
      ])
    expect(flow(true).map(({ placeholders }) => placeholders)).toEqual([7, 7])
    expect(flow(false).map(({ placeholders }) => placeholders)).toEqual([null, null])
    expect(flowTable(flow(true)).map((row) => row[2])).toEqual(['Without data', '7', '7'])
  })

  test('of a subset splits who is excluded by outcome', () => {
    const [first, last] = flowOf({ constraintType: 'GTE' }, { words: 'AGE ≥ 18', split: SPLIT })
    expect(first).toMatchObject({ name: 'All Individuals', count: 100, excluded: null })
    expect(last).toMatchObject({ name: 'Adults', words: 'AGE ≥ 18', count: 40, added: null, joined: null })
    expect(last?.excluded).toEqual({
      label: 'Excluded',
      count: 60,
      outcomes: [
        { key: 'noMatch', count: 30 },
        { key: 'unknown', count: 20 },
        { key: 'noRecord', count: 10 },
      ],
    })
  })

  test('names individuals who are not counted, if there are any', () => {
    const split = { ...SPLIT, noRecord: 7, notCounted: 3 }
    const [, last] = flowOf({ constraintType: 'EQ' }, { split })
    expect(last?.excluded?.outcomes.at(-1)).toEqual({ key: 'notCounted', count: 3 })
  })

  test('keeps the places of outcomes that load', () => {
    const [, last] = flowOf({ constraintType: 'EQ' }, { split: undefined })
    expect(last?.excluded?.outcomes.map(({ key, count }) => [key, count])).toEqual([
      ['noMatch', undefined],
      ['unknown', undefined],
      ['noRecord', undefined],
    ])
  })

  test.each([
    ['none', null],
    ['of other data', { ...SPLIT, match: 41, noMatch: 29 }],
    ['of another parent', { ...SPLIT, noMatch: 31 }],
  ])('has no outcomes with a split that is %s', (_, split) => {
    const [, last] = flowOf({ constraintType: 'EQ' }, { split })
    expect(last?.excluded).toEqual({ label: 'Excluded', count: 60, outcomes: [] })
  })

  test('begins with the number of individuals that an outdated cohort was counted on', () => {
    const counted = { at: '2024-01-01T00:00:00.000Z', people: 90, isCurrent: false }
    const [first, last] = flowOf({ constraintType: 'EQ', counted })
    expect([first?.count, last?.excluded?.count, last?.count]).toEqual([90, 50, 40])
  })

  test('hides suppressed numbers', () => {
    const steps = flowOf({ constraintType: 'EQ', rowCount: null })
    expect(steps[1]).toMatchObject({ count: null, excluded: { count: null, outcomes: [] } })
    expect(flowTitle('Adults', steps)).toBe('Flow of Adults: 100 individuals, hidden after 1 step')
  })

  test.each([
    ['INTERSECT', 'and in B', { excluded: { label: 'Excluded: not in B', count: 60 }, added: null }],
    ['SUBTRACT', 'but not in B', { excluded: { label: 'Excluded: in B', count: 60 }, added: null }],
  ])('joins the second cohort of %s', (constraintType, words, arms) => {
    const [, last] = flowOf({ constraintType, secondparentId: 3 }, { second: { name: 'B', rowCount: 55 } })
    expect(last).toMatchObject({ words, joined: { name: 'B', count: 55 }, ...arms })
  })

  test('splits the members excluded by an intersection', () => {
    const fields = { constraintType: 'INTERSECT', secondparentId: 3 }
    const steps = flowOf(fields, { second: { name: 'B', rowCount: 55 }, split: SPLIT })
    expect(steps[1]?.excluded?.outcomes.map(({ count }) => count)).toEqual([30, 20, 10])
    expect(flowTable(steps).at(-1)).toEqual(['Adults: and in B', '40', '60', '30', '20', '10'])
  })

  test('adds the members of a union who are only in its second cohort', () => {
    const steps = flowOfLineage([
      flowCohort(ROOT),
      flowCohort({ ...CHILD, constraintType: 'EQ' }),
      flowCohort(
        { cohortId: 4, name: 'Either', parentId: 2, rowCount: 70, constraintType: 'UNION', secondparentId: 3 },
        { second: { name: 'B', rowCount: 55 } },
      ),
    ])
    expect(steps[2]).toMatchObject({
      words: 'or in B',
      excluded: null,
      added: { label: 'Added: only in B', count: 30 },
    })
  })

  test('has the steps of the second cohort before they join, with keys and a column of their own', () => {
    const second = { cohortId: 3, name: 'B', parentId: 1, rowCount: 55, constraintType: 'EQ' }
    const both = { cohortId: 4, name: 'Both', parentId: 2, rowCount: 30, constraintType: 'INTERSECT' }
    const steps = flowOfLineage([
      flowCohort(ROOT),
      flowCohort({ ...CHILD, constraintType: 'EQ' }),
      flowCohort(
        { ...both, secondparentId: 3 },
        { second: { name: 'B', rowCount: 55 }, arm: [flowCohort(ROOT), flowCohort(second, { words: 'X = 1' })] },
      ),
    ])
    expect(steps.map(({ key, lane, count, joined }) => [key, lane, count, joined])).toEqual([
      ['1', 0, 100, null],
      ['2', 0, 40, null],
      ['4/1', 1, 100, null],
      ['4/3', 1, 55, null],
      ['4', 0, 30, null],
    ])
    expect(steps.map(({ key }) => keyInArm(key))).toEqual(['1', '2', '1', '3', '4'])
    expect(flowTitle('Both', steps)).toBe('Flow of Both: 100 individuals, 30 after 2 steps')
    expect(flowTable(steps)).toEqual([
      ['Arm', 'Step', 'Individuals', 'Excluded'],
      ['', 'All Individuals', '100', ''],
      ['', 'Adults', '40', '60'],
      ['B', 'All Individuals', '100', ''],
      ['B', 'B: X = 1', '55', '45'],
      ['', 'Both: and in B', '30', '10'],
    ])
  })

  test('of pedigrees has families, and who leaves and who joins', () => {
    const [, last] = flowOf({ constraintType: 'PEDIGREE', kept: 25 }, { words: 'all relatives', families: 12 })
    expect(last).toMatchObject({ families: 12, count: 40, excluded: { count: 75 }, added: { count: 15 } })
  })

  test('of a cohort by rules has a step for each rule', () => {
    const rules = [
      { words: 'A', split: { match: 50, noMatch: 30, unknown: 20, noRecord: 0 } },
      { words: 'B', split: { match: 40, noMatch: 0, unknown: 5, noRecord: 5 } },
    ]
    const steps = flowOf({ constraintType: 'RULES' }, { rules })
    expect(steps.map(({ name, words, count, excluded }) => [name, words, count, excluded?.count])).toEqual([
      ['All Individuals', '', 100, undefined],
      ['Rule 1 of 2', 'A', 50, 50],
      ['Adults', 'B', 40, 10],
    ])
    expect(flowTitle('Adults', steps)).toBe('Flow of Adults: 100 individuals, 40 after 2 steps')
    expect(flowTable(steps)).toEqual([
      ['Step', 'Individuals', 'Excluded', 'No match', 'Unknown', 'No record'],
      ['All Individuals', '100', '', '', '', ''],
      ['Rule 1 of 2: A', '50', '50', '30', '20', '0'],
      ['Adults: B', '40', '10', '0', '5', '5'],
    ])
  })

  test('of a cohort by rules has one step if its rules end at another number', () => {
    const rules = [{ words: 'A', split: { ...SPLIT, match: 39, noMatch: 31 } }]
    expect(flowOf({ constraintType: 'RULES' }, { rules })).toHaveLength(2)
    expect(flowOf({ constraintType: 'RULES' }, { rules })[1]).toMatchObject({
      words: 'match a set of rules',
      count: 40,
    })
  })
})

test('the boxes and arms of successive rules add up', () => {
  const counts = fc.array(fc.record({ noMatch: fc.nat(50), unknown: fc.nat(50), noRecord: fc.nat(50) }), {
    minLength: 1,
  })
  fc.assert(
    fc.property(counts, fc.nat(100), (failing, size) => {
      let before = size + failing.reduce((sum, one) => sum + one.noMatch + one.unknown + one.noRecord, 0)
      const whole = before
      const rules = failing.map((one) => {
        before -= one.noMatch + one.unknown + one.noRecord
        return { words: '', split: { ...one, match: before } }
      })
      const steps = stepsOfRules(rules, '2')
      expect(steps.at(-1)?.count).toBe(size)
      let left = whole
      for (const { count, excluded } of steps) {
        const outcomes = excluded?.outcomes.reduce((sum, one) => sum + (one.count ?? 0), 0)
        expect(outcomes).toBe(excluded?.count)
        left -= excluded?.count ?? 0
        expect(count).toBe(left)
      }
    }),
  )
})
