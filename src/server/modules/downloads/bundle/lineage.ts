import { movementFrom, type Movement } from '#contract/cohort-movement.ts'
import { cohortWords } from '#contract/cohort-words.ts'
import type { Cohort } from '#contract/shapes.ts'
import { fromWire } from '#contract/wire-names.ts'

/** One cohort on the way from everybody to the one of the file. */
export interface LineageStep {
  readonly cohort: Cohort
  readonly words: string
  readonly count: number | null
  /** What became of the members of the first parent; null of the first step. */
  readonly movement: Movement | null
  /** Collections in which the condition compared no text, as the user may not read them. */
  readonly notCounted: readonly string[]
}

/** A cohort and all that it was made from: what each is made of comes before it, and each comes once. */
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

/** What each step did, in words and in numbers. */
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
      words: cohortWords(fromWire(cohort), meaning, (id) => byId.get(id)?.name),
      count: cohort.rowcount,
      movement: parent ? movementFrom(fromWire(parent), fromWire(cohort)) : null,
      notCounted: parent?.collections?.filter((collection) => isUnread(cohort, collection)) ?? [],
    }
  })
}
