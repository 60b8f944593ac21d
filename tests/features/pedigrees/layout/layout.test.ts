import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { PedigreeMember } from '#contract/pedigrees.ts'
import { clusterRows } from '#features/pedigrees/layout/clusters.ts'
import { kinshipOf, nearestTo } from '#features/pedigrees/layout/kinship.ts'
import { layoutOf, generationsOf } from '#features/pedigrees/layout/layout.ts'
import { crossingsOf } from '#features/pedigrees/layout/ordering.ts'
import { entityOf } from '#tests/support/entity-of.ts'

type Row = readonly [id: string, father?: string | null, mother?: string | null, more?: object]

function family(...rows: readonly Row[]) {
  return rows.map(([individualId, father = null, mother = null, more = {}]) =>
    entityOf(PedigreeMember, { individualId, father, mother, ...more }),
  )
}

const rowsOf = (members: ReturnType<typeof family>) => layoutOf(members).rows.map((row) => row.map(({ id }) => id))

const M = { sex: 'M' }
const F = { sex: 'F' }

test('places parents side by side above the midpoint of their children, men on the left', () => {
  const layout = layoutOf(
    family(['ma', null, null, F], ['pa', null, null, M], ['a', 'pa', 'ma'], ['b', 'pa', 'ma'], ['c', 'pa', 'ma']),
  )
  expect(layout.rows.map((row) => row.map(({ id }) => id))).toEqual([
    ['pa', 'ma'],
    ['a', 'b', 'c'],
  ])
  const x = (id: string) => layout.places.get(id)?.x ?? 0
  expect((x('pa') + x('ma')) / 2).toBeCloseTo((x('a') + x('c')) / 2, 2)
  expect(x('ma') - x('pa')).toBe(1)
})

test('connects half-siblings to their own parents and places the shared parent in the middle', () => {
  const members = family(['w1'], ['pa'], ['w2'], ['a', 'pa', 'w1'], ['b', 'pa', 'w2'])
  expect(rowsOf(members)).toEqual([
    ['w1', 'pa', 'w2'],
    ['a', 'b'],
  ])
  expect(layoutOf(members).unions.map(({ partners, children }) => [partners, children])).toEqual([
    [['pa', 'w1'], ['a']],
    [['pa', 'w2'], ['b']],
  ])
})

test('draws a double line between adjacent cousins who marry', () => {
  const members = family(
    ['gf', null, null, M],
    ['gm', null, null, F],
    ['s1', 'gf', 'gm', M],
    ['s2', 'gf', 'gm', F],
    ['w', null, null, F],
    ['h', null, null, M],
    ['c1', 's1', 'w', M],
    ['c2', 'h', 's2', F],
    ['k', 'c1', 'c2'],
  )
  const layout = layoutOf(members)
  expect(layout.rows.map((row) => row.map(({ id }) => id).toSorted())).toEqual([
    ['gf', 'gm'],
    ['h', 's1', 's2', 'w'],
    ['c1', 'c2'],
    ['k'],
  ])
  expect(layout.unions.filter((union) => union.isConsanguineous).map(({ partners }) => partners)).toEqual([
    ['c1', 'c2'],
  ])
})

test('moves an uncle who marries his niece to her generation, but not a father to his daughter’s', () => {
  const uncle = generationsOf(kinshipOf(family(['g'], ['u', 'g'], ['s', 'g'], ['n', null, 's'], ['k', 'u', 'n'])))
  expect(Object.fromEntries(uncle)).toEqual({ g: 0, u: 2, s: 1, n: 2, k: 3 })
  const father = generationsOf(kinshipOf(family(['f'], ['d', 'f'], ['k', 'f', 'd'])))
  expect(Object.fromEntries(father)).toEqual({ f: 0, d: 1, k: 2 })
})

test('places a partner’s parents one generation above, and twins next to each other', () => {
  const members = family(['g'], ['p', 'g'], ['a', 'p'], ['wf'], ['wm'], ['w', 'wf', 'wm'], ['k', 'a', 'w'])
  expect(Object.fromEntries(generationsOf(kinshipOf(members)))).toEqual({ g: 0, p: 1, a: 2, wf: 1, wm: 1, w: 2, k: 3 })
  const twins = family(['m'], ['a', null, 'm'], ['b', null, 'm'], ['c', null, 'm', { twinOf: 'a' }])
  expect(rowsOf(twins)).toEqual([['m'], ['a', 'c', 'b']])
})

test('selects the nearest relatives of a family that is too large', () => {
  const kinship = kinshipOf(family(['g'], ['p', 'g'], ['a', 'p'], ['b', 'p'], ['w'], ['k', 'a', 'w']))
  expect([...nearestTo('a', kinship, 4)]).toEqual(['a', 'p', 'w', 'k'])
})

const anyFamily = fc
  .array(
    fc.record({
      father: fc.integer({ min: 0, max: 20 }),
      mother: fc.integer({ min: 0, max: 20 }),
      sex: fc.constantFrom('M', 'F', null),
    }),
    {
      minLength: 1,
      maxLength: 18,
    },
  )
  .map((participants) =>
    participants.map(({ father, mother, sex }, place) =>
      entityOf(PedigreeMember, { individualId: `${place}`, father: `${father}`, mother: `${mother}`, sex }),
    ),
  )

test('places every member of any family once, without overlap, below the parents', () => {
  fc.assert(
    fc.property(anyFamily, (members) => {
      const layout = layoutOf(members)
      expect(
        layout.rows
          .flat()
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(members.map((each) => each.individualId).toSorted())
      for (const row of layout.rows) {
        for (const [index, { x }] of row.entries()) {
          const before = row[index - 1]
          if (before) expect(x - before.x).toBeGreaterThan(0.99)
        }
      }
      for (const { id, row } of layout.places.values()) {
        for (const parent of layout.kinship.parentsOf(id)) expect(layout.places.get(parent)?.row).toBeLessThan(row)
      }
    }),
    { numRuns: 300 },
  )
})

test('never increases the number of line crossings', () => {
  fc.assert(
    fc.property(anyFamily, (members) => {
      const kinship = kinshipOf(members)
      const rows = clusterRows(kinship, generationsOf(kinship))
      const { rows: placed } = layoutOf(members)
      const after = placed.map((row) => row.map(({ id, row: level }) => ({ level, ids: [id] })))
      expect(crossingsOf(after, kinship)).toBeLessThanOrEqual(crossingsOf(rows, kinship))
    }),
  )
})
