import { atom } from 'jotai'
import type { Cohort } from '#contract/shapes/entities.ts'

/** The present ids of cohorts that were saved again under another id, by their former ids. */
export const movedCohortsAtom = atom<ReadonlyMap<number, number>>(new Map())

interface SavedAgain extends Pick<Cohort, 'name'> {
  readonly id: number
  readonly projectId: number | null
}

/** Adds cohorts that were saved again with the name that they had in their project. */
export function withMoved(
  moved: ReadonlyMap<number, number>,
  before: readonly Cohort[],
  after: readonly SavedAgain[],
): ReadonlyMap<number, number> {
  const next = new Map(moved)
  for (const { id, name, projectId } of after) {
    const former = before.find((cohort) => cohort.name === name && cohort.projectId === projectId)?.cohortId
    if (former === undefined || former === id) continue
    for (const [old, present] of next) if (present === former) next.set(old, id)
    next.delete(id)
    next.set(former, id)
  }
  return next
}
