import { movementFrom, type Movement } from '#contract/cohort-movement.ts'
import { cohortWords } from '#contract/cohort-words.ts'
import type { Cohort } from '#contract/shapes.ts'

/** One cohort of the lineage. */
export interface LineageStep {
  readonly cohort: Cohort
  readonly words: string
  readonly count: number | null
  /** How the members of the first parent were split; null for the first step. */
  readonly movement: Movement | null
  /** Collections whose texts the condition did not compare, because the user may not read them. */
  readonly notCounted: readonly string[]
}

/** A cohort and all its ancestors, each once; parents come first. */
export function ancestryOf(cohorts: readonly Cohort[], cohortId: number): Cohort[] {
  const byId = new Map(cohorts.map((cohort) => [cohort.cohortid, cohort]))
  const found = new Set<Cohort>()
  const visit = (id: number | null) => {
    const cohort = id === null ? undefined : byId.get(id)
    if (!cohort || found.has(cohort)) return
    visit(cohort.parent_id)
    visit(cohort.secondparent_id)
    found.add(cohort)
  }
  visit(cohortId)
  return [...found]
}

/** The steps of a lineage in words and numbers. */
export function lineageOf(
  ancestry: readonly Cohort[],
  meaningOf: (variableName: string, code: string) => string,
  isUnread: (cohort: Cohort, collection: string) => boolean,
): LineageStep[] {
  const byId = new Map(ancestry.map((cohort) => [cohort.cohortid, cohort]))
  return ancestry.map((cohort) => {
    const parent = byId.get(cohort.parent_id ?? 0)
    const meaning = (code: string) => {
      const words = meaningOf(cohort.variable_name ?? '', code)
      return words === '' ? code : `${code} (${words})`
    }
    return {
      cohort,
      words: cohortWords(cohort, meaning, (id) => byId.get(id)?.name),
      count: cohort.rowcount,
      movement: parent ? movementFrom(parent, cohort) : null,
      notCounted: parent?.collections?.filter((collection) => isUnread(cohort, collection)) ?? [],
    }
  })
}
