import type { Cohort } from '#contract/shapes/shapes.ts'
import type { Reader } from '#domain/access.ts'
import { ALL_INDIVIDUALS } from '#domain/cohorts/cohorts.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { cohortsInRules, rulesOf, type SavedCohort } from '#server/model/cohort.ts'
import type { Release } from '#server/model/release.ts'
import type { Statistics } from '#server/model/statistics.ts'
import { isSuppressing } from '#server/model/user.ts'
import { versionsOf } from '#server/platform/db/data-version.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { releasesOf } from '#server/store/releases/releases.ts'
import { versionOf } from '#server/store/saved-objects.ts'

/** The present data version, and the releases of this and earlier ones. */
export interface DataState {
  readonly answersVersion: string
  readonly releases: readonly Pick<Release, 'name' | 'answersVersion'>[]
  /** Whether the numbers of withdrawn members are hidden (MIN_CELL): they are differences of two releases. */
  readonly hidesWithdrawn: boolean
}

export async function readDataState(connection: Connection, reader: Reader): Promise<DataState> {
  return {
    answersVersion: (await versionsOf(connection)).answers,
    releases: await releasesOf(connection),
    hidesWithdrawn: isSuppressing(reader),
  }
}

/** All Individuals and the user's cohorts, each with its parents and children. `rulesWords`: by id. */
export function presentCohorts(
  saved: readonly SavedCohort[],
  statistics: Statistics,
  data: DataState,
  rulesWords: ReadonlyMap<number, string> = new Map(),
): Cohort[] {
  const names = new Map([
    [ROOT_COHORT_ID, ALL_INDIVIDUALS],
    ...saved.map(({ cohortid, name }) => [cohortid, name] as const),
  ])
  const byId = new Map(saved.map((cohort) => [cohort.cohortid, cohort]))
  const named = (cohortid: number) => ({ cohortid, name: names.get(cohortid) ?? '' })
  const children = new Map<number, number[]>()
  for (const cohort of saved) {
    const { cohortid, parent_id, secondparent_id } = cohort
    for (const id of new Set([parent_id, secondparent_id, ...cohortsInRules(rulesOf(cohort))])) {
      if (id !== null) children.set(id, [...(children.get(id) ?? []), cohortid])
    }
  }
  const childrenOf = (id: number) => (children.get(id) ?? []).map(named)

  function ancestorsOf(cohort: SavedCohort): number[] {
    const parent = byId.get(cohort.parent_id)
    return parent ? [...ancestorsOf(parent), parent.cohortid] : [cohort.parent_id]
  }

  const root: Cohort = {
    cohortid: ROOT_COHORT_ID,
    name: ALL_INDIVIDUALS,
    description: '',
    parent_id: null,
    secondparent_id: null,
    parent: null,
    parents: [],
    children: childrenOf(ROOT_COHORT_ID),
    constraint_type: null,
    constraint_values: [],
    variable_name: null,
    rowcount: statistics.individuals,
    collections: [...statistics.collectionCodes],
    min_pedsize: null,
    ped_constraint: null,
    ped_constraint_count: null,
    kept: null,
    undecided: null,
    counted: null,
    withdrawn: 0,
    rules_words: null,
    version: null,
  }
  const others = saved.map((cohort): Cohort => ({
    cohortid: cohort.cohortid,
    name: cohort.name,
    description: cohort.description,
    parent_id: cohort.parent_id,
    secondparent_id: cohort.secondparent_id,
    parent: names.get(cohort.parent_id) ?? null,
    parents: ancestorsOf(cohort).map(named),
    children: childrenOf(cohort.cohortid),
    constraint_type: cohort.constraint_type,
    constraint_values: rulesOf(cohort) ? [] : cohort.constraint_values,
    variable_name: cohort.variable_name,
    ...sizesOf(cohort, data),
    collections: cohort.collections,
    min_pedsize: cohort.min_pedsize,
    ped_constraint: cohort.ped_constraint,
    ped_constraint_count: cohort.ped_constraint_count,
    undecided: cohort.undecided,
    counted: countedOf(cohort, data),
    rules_words: rulesWords.get(cohort.cohortid) ?? null,
    version: versionOf(cohort),
    projectid: cohort.projectid,
  }))
  return [root, ...others]
}

/** The recorded sizes, or, where these would disclose the number of the withdrawn, the present ones. */
function sizesOf(
  { rowcount, kept, withdrawn, withdrawn_kept }: SavedCohort,
  { hidesWithdrawn }: DataState,
): Pick<Cohort, 'rowcount' | 'kept' | 'withdrawn'> {
  if (!hidesWithdrawn) return { rowcount, kept, withdrawn }
  return { rowcount: rowcount - withdrawn, kept: kept === null ? null : kept - withdrawn_kept, withdrawn: null }
}

function countedOf(
  { counted_at, counted_people, counted_answers }: SavedCohort,
  { answersVersion, releases }: DataState,
): Cohort['counted'] {
  if (counted_at === null || counted_people === null) return null
  return {
    at: new Date(counted_at).toISOString(),
    people: counted_people,
    is_current: counted_answers === answersVersion,
    release: releases.find((release) => release.answersVersion === counted_answers)?.name ?? null,
  }
}
