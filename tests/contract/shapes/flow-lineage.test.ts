import { expect, test } from 'vitest'
import { cohortsOf, lineageWithArms, type LineageStep } from '#contract/shapes/cohort-flow.ts'
import { Cohort } from '#contract/shapes/shapes.ts'
import { FLOW_COHORTS_MAX } from '#domain/limits.ts'
import { entityOf } from '#tests/support/entity-of.ts'

const subset = (cohortId: number, parentId: number) =>
  entityOf(Cohort, { cohortId, name: `C${cohortId}`, parentId, constraintType: 'EQ' })
const compound = (cohortId: number, parentId: number, secondparentId: number) =>
  entityOf(Cohort, { cohortId, name: `C${cohortId}`, parentId, secondparentId, constraintType: 'INTERSECT' })
const ALL = entityOf(Cohort, { cohortId: 1, name: 'All Individuals' })

type Ids = (number | [number, Ids])[]
const idsOf = (steps: readonly LineageStep[]): Ids =>
  steps.map(({ cohort, arm }) => (arm.length > 0 ? [cohort.cohortId, idsOf(arm)] : cohort.cohortId))

test('an arm begins at the last cohort that both parents share, and has arms of its own', () => {
  const inner = compound(5, 3, 4)
  const last = compound(6, 2, 5)
  const known = [ALL, subset(2, 1), subset(3, 2), subset(4, 1), inner, last]
  expect(idsOf(lineageWithArms(last, known))).toEqual([1, 2, [6, [2, 3, [5, [1, 4]]]]])
  expect(cohortsOf(lineageWithArms(last, known)).map(({ cohortId }) => cohortId)).toEqual([4, 3, 5, 1, 2, 6])
})

test('a second cohort without steps of its own has no arm', () => {
  const cohort = compound(3, 2, 1)
  const [, , step] = lineageWithArms(cohort, [ALL, subset(2, 1), cohort])
  expect([step?.second, step?.arm]).toEqual([ALL, []])
  const unknown = compound(3, 2, 9)
  expect(lineageWithArms(unknown, [ALL, subset(2, 1), unknown])[2]).toMatchObject({ second: null, arm: [] })
})

test('a flow of too many cohorts has no arms', () => {
  const chain = (from: number, count: number) =>
    Array.from({ length: count }, (_, nth) => subset(from + nth, nth === 0 ? 1 : from + nth - 1))
  const flowWith = (count: number) => {
    const last = compound(900, 2, 100 + count - 1)
    return lineageWithArms(last, [ALL, subset(2, 1), ...chain(100, count), last])
  }
  // With All Individuals in both arms, the first cohort and the compound set.
  expect(flowWith(FLOW_COHORTS_MAX - 4).at(-1)?.arm).toHaveLength(FLOW_COHORTS_MAX - 3)
  expect(flowWith(FLOW_COHORTS_MAX - 3).at(-1)?.arm).toEqual([])
})
