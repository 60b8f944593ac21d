import { act, renderHook } from '@testing-library/react'
import { createStore } from 'jotai'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { useVariableView } from '#features/variables/screens/variable-screen.tsx'
import { cohortIdsOf, comparedOf, variableHeading } from '#features/variables/variable/variable-view.ts'

const AGE = { variableName: 'AGE' }

test('counts in All Individuals by default and limits the comparison to four', () => {
  expect(cohortIdsOf(AGE)).toEqual([ROOT_COHORT_ID])
  expect(cohortIdsOf({ ...AGE, cohortIds: [] })).toEqual([ROOT_COHORT_ID])
  expect(cohortIdsOf({ ...AGE, cohortIds: [2, 3, 4, 5, 6] })).toEqual([2, 3, 4, 5])
  expect(comparedOf({ ...AGE, compareWith: ['B', 'C', 'D', 'E'] })).toEqual(['B', 'C', 'D'])
})

test.each([
  [null, 'Variable'],
  [AGE, 'AGE'],
  [{ ...AGE, compareWith: ['B'] }, 'AGE and 1 other'],
  [{ ...AGE, compareWith: ['B', 'C', 'D', 'E'] }, 'AGE and 3 others'],
])('titles the pane of %j as %s', (args, title) => {
  expect(variableHeading(createStore().get, args)).toBe(title)
})

describe('selection on the page', () => {
  /** The page at an address, and the query that its address has now. */
  function pageAt(address: string) {
    const wrapper = ({ children }: { children: ReactNode }) => (
      <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
    )
    const { result } = renderHook(() => ({ view: useVariableView(AGE), query: useLocation().search }), { wrapper })
    return {
      query: () => decodeURIComponent(result.current.query),
      choose: (choice: (view: ReturnType<typeof useVariableView>) => void) => act(() => choice(result.current.view)),
    }
  }

  test('is added to the existing URL parameters', () => {
    const page = pageAt('/variables/AGE?draft=abcdef')
    page.choose(({ setCompared }) => setCompared(['B', 'C']))
    page.choose(({ setCohortIds }) => setCohortIds([2, 3]))
    expect(page.query()).toBe('?draft=abcdef&compare=B,C&cohort=2,3')
  })

  test('is removed from the URL if it is the default', () => {
    const page = pageAt('/variables/AGE?compare=B&cohort=2')
    page.choose(({ setCompared }) => setCompared([]))
    page.choose(({ setCohortIds }) => setCohortIds([ROOT_COHORT_ID]))
    expect(page.query()).toBe('')
  })

  test('keeps All Individuals in the URL beside another cohort', () => {
    const page = pageAt('/variables/AGE')
    page.choose(({ setCohortIds }) => setCohortIds([ROOT_COHORT_ID, 2]))
    expect(page.query()).toBe('?cohort=1,2')
  })
})
