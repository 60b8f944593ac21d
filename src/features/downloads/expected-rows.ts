import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { cohortSummaryAtom } from '#entities/cohorts.ts'
import { accessAtom } from '#entities/session.ts'

/** What a user gets of a cohort, told before anything is prepared. */
export interface ExpectedRows {
  /** How many individuals of each collection there are, null where that is hidden; null while they are counted. */
  readonly byCollection: ReadonlyMap<string, number | null> | null
  /** The rows of the file; null while they are not known, or where a part of them is hidden. */
  readonly rows: number | null
}

export const expectedRowsAtom = atomFamily((cohortId: number) =>
  atom((get): ExpectedRows => {
    const { data: summary, isPending } = get(cohortSummaryAtom(cohortId))
    const byCollection = new Map<string, number | null>()
    for (const { collection, count } of summary?.data ?? []) {
      const before = byCollection.get(collection)
      byCollection.set(collection, before === null || count === null ? null : (before ?? 0) + count)
    }
    const open = get(accessAtom)([...byCollection.keys()]).open.map(
      (collection) => byCollection.get(collection) ?? null,
    )
    const isKnown = summary !== undefined && !open.includes(null)
    return {
      byCollection: isPending ? null : byCollection,
      rows: isKnown ? open.reduce<number>((sum, count) => sum + (count ?? 0), 0) : null,
    }
  }),
)
