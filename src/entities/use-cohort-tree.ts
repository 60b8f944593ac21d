import type { Cohort } from '#contract/shapes/entities.ts'
import { useDeferredValue, useMemo, useState } from 'react'
import { cohortForest, treeRows, type CohortTreeRow, type TreeShape } from '#entities/cohort-tree.ts'

/** The cohort tree with the user's collapsed rows, filtered by a search. */
export function useCohortTree(cohorts: readonly Cohort[], shape: TreeShape, text: string) {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const search = useDeferredValue(text)
  const forest = useMemo(() => cohortForest(cohorts, shape), [cohorts, shape])
  const rows = useMemo(() => treeRows(forest, { collapsed, search }), [forest, collapsed, search])
  const toggle = ({ key }: CohortTreeRow, isExpanded: boolean) =>
    setCollapsed((before) => {
      const after = new Set(before)
      if (isExpanded) after.delete(key)
      else after.add(key)
      return after
    })
  return { rows, search, toggle }
}
