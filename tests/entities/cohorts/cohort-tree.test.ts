import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Cohort } from '#contract/shapes/shapes.ts'
import { cohortForest, treeRows, type TreeShape } from '#entities/cohorts/cohort-tree.ts'
import { entityOf } from '#tests/support/entity-of.ts'

const cohort = (cohortId: number, name: string, type: string | null, parentId?: number) =>
  entityOf(Cohort, { cohortId, name, constraintType: type, ...(parentId !== undefined && { parentId }) })

const COHORTS = [
  cohort(1, 'All Individuals', null),
  cohort(2, 'Ill', 'EQ', 1),
  cohort(3, 'Ill women', 'EQ', 2),
  cohort(4, 'Their families', 'PEDIGREE', 3),
  cohort(5, 'Young relatives', 'LT', 4),
  cohort(6, 'Both', 'INTERSECT', 2),
  cohort(7, 'Odd', 'RANDOM', 1),
]

function drawn(shape: TreeShape, search = '', collapsed: readonly string[] = []): string[] {
  return treeRows(cohortForest(COHORTS, shape), { collapsed: new Set(collapsed), search }).map(
    ({ level, title, position, setSize, isExpanded, isContext }) =>
      `${'  '.repeat(level - 1)}${isExpanded === null ? '' : isExpanded ? '- ' : '+ '}${title} ${position}/${setSize}${isContext ? ' (above)' : ''}`,
  )
}

test('groups cohorts by kind and nests each cohort under its parent', () => {
  expect(drawn('kinds')).toEqual([
    'All Individuals 1/5',
    '- Subsets 2/5',
    '  - Ill 1/2',
    '    Ill women 1/1',
    '  Young relatives 2/2',
    '- Compound Sets 3/5',
    '  Both 1/1',
    '- Pedigrees 4/5',
    '  Their families 1/1',
    '- Unknown. The type of this Cohort is unrecognized. 5/5',
    '  Odd 1/1',
  ])
})

test('nests all cohorts under their parents in the lineage view', () => {
  expect(drawn('lineage')).toEqual([
    '- All Individuals 1/1',
    '  - Ill 1/2',
    '    - Ill women 1/2',
    '      - Their families 1/1',
    '        Young relatives 1/1',
    '    Both 2/2',
    '  Odd 2/2',
  ])
})

test('hides the descendants of a collapsed row unless a search matches one of them', () => {
  expect(drawn('lineage', '', ['3', '2'])).toEqual(['- All Individuals 1/1', '  + Ill 1/2', '  Odd 2/2'])
  expect(drawn('lineage', 'YOUNG', ['2'])).toEqual([
    '- All Individuals 1/1 (above)',
    '  - Ill 1/1 (above)',
    '    - Ill women 1/1 (above)',
    '      - Their families 1/1 (above)',
    '        Young relatives 1/1',
  ])
  expect(drawn('kinds', 'fam')).toEqual(['- Pedigrees 1/1', '  Their families 1/1'])
  expect(drawn('kinds', 'nothing of the kind')).toEqual([])
})

test('lists every cohort exactly once, even if parents form a cycle', () => {
  const some = fc.array(
    fc.record({ parent: fc.integer({ min: 0, max: 12 }), kind: fc.constantFrom('EQ', 'UNION', 'X') }),
    {
      maxLength: 12,
    },
  )
  fc.assert(
    fc.property(some, fc.constantFrom<TreeShape>('kinds', 'lineage'), (tree, shape) => {
      const cohorts = tree.map(({ parent, kind }, place) => cohort(place + 1, `C${place + 1}`, kind, parent || 1))
      const rows = treeRows(cohortForest(cohorts, shape), { collapsed: new Set(), search: '' })
      const ids = rows.flatMap((row) => row.cohort?.cohortId ?? [])
      expect(ids.toSorted((a, b) => a - b)).toEqual(cohorts.map(({ cohortId }) => cohortId))
    }),
  )
})

test('shows matches and their ancestors when it searches 2,000 cohorts on twelve levels', () => {
  const count = 2_000
  const depth = 12
  const many = Array.from({ length: count }, (_, place) => {
    const level = place % depth
    return cohort(place + 2, `Cohort ${place} of level ${level + 1}`, 'EQ', level === 0 ? 1 : place + 1)
  })
  const forest = cohortForest([cohort(1, 'All Individuals', null), ...many], 'lineage')
  const all = treeRows(forest, { collapsed: new Set(), search: '' })
  expect(all).toHaveLength(count + 1)
  expect(Math.max(...all.map(({ level }) => level))).toBe(depth + 1)
  const found = treeRows(forest, { collapsed: new Set(), search: 'level 12' })
  const deepest = Math.floor(count / depth)
  expect(found.filter(({ isContext }) => !isContext)).toHaveLength(deepest)
  expect(found.filter(({ isContext }) => isContext)).toHaveLength(deepest * (depth - 1) + 1)
})
