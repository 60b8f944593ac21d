import type { Cohort } from '#contract/shapes/shapes.ts'
import { cohortKind } from '#domain/cohorts/cohorts.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { partsOfCohort } from '#server/disclosure/cohort-parts.ts'
import { at, keyOf } from '#server/disclosure/definition-keys.ts'
import type { CountedTable } from '#server/disclosure/disclosure-control.ts'
import type { GuardContext } from '#server/disclosure/guard-context.ts'
import { countedTo } from '#server/disclosure/history/counted-to.ts'
import { intersectionOf, sizeOf } from '#server/disclosure/participant-set.ts'
import { partOf, type ShownPart } from '#server/disclosure/shown-part.ts'

/**
 * Removes counts and collections that would disclose a suppressed number of unreadable members. Other counts have the
 * noise of their unreadable part.
 */
export async function hideRowcounts(context: GuardContext | null, cohorts: readonly Cohort[]): Promise<Cohort[]> {
  if (!context) return [...cohorts]
  const { regions } = context.guard
  const shown: Cohort[] = []
  for (const cohort of cohorts) {
    const parts = cohort.cohortid === ROOT_COHORT_ID ? [] : await shownParts(context, cohort.cohortid)
    const readable = cohort.collections.filter((collection) => !regions.has(collection))
    shown.push({
      ...cohort,
      rowcount: totalShown(cohort.rowcount, parts),
      kept: totalShown(cohort.kept, await keptParts(context, cohort)),
      // Missing answers are disclosed of readable individuals alone.
      undecided: null,
      // Membership of individuals of unreadable collections is not disclosed.
      collections: [...readable, ...regions.keys()].toSorted(),
    })
  }
  return shown
}

/** An exact total, with its unreadable parts as they are shown; null if one is suppressed. */
function totalShown(total: number | null, parts: readonly ShownPart[] | null): number | null {
  if (total === null || parts === null) return null
  return parts.reduce((sum, { individuals, count }) => sum + count - sizeOf(individuals), total)
}

/** The unreadable members of a cohort; null if one of the parts is suppressed. */
async function shownParts(context: GuardContext, cohortId: number): Promise<ShownPart[] | null> {
  const parts = [...(await partsOfCohort(context, cohortId)).values()]
  const shown = parts.filter((part) => part !== null)
  return shown.length < parts.length ? null : shown
}

/**
 * The unreadable members shared with the parent; null if one of the parts is suppressed. For a pedigree they are counted
 * for themselves; for other cohorts they are those of the cohort or of the parent.
 */
async function keptParts(
  context: GuardContext,
  { cohortid, parent_id, constraint_type }: Cohort,
): Promise<ShownPart[] | null> {
  if (parent_id === null) return null
  const own = await shownParts(context, constraint_type === 'UNION' ? parent_id : cohortid)
  if (own === null || cohortKind(constraint_type) !== 'pedigree') return own
  const parts = await partsOfCohort(context, cohortid)
  const parentParts = await partsOfCohort(context, parent_id)
  const key = context.keys.ofSaved(cohortid)
  const parentKey = context.keys.ofSaved(parent_id)
  const tables = [...parts].flatMap(([collection, part]): CountedTable[] => {
    const parent = parentParts.get(collection)
    if (!part || !parent) return []
    const individuals = intersectionOf(part.individuals, parent.individuals)
    return [
      {
        ...context.cohortVariables.ofSaved(cohortid),
        population: part.individuals,
        shownPopulation: part.count,
        known: [at(key, collection), at(parentKey, collection)],
        family: null,
        countedTo: countedTo(context, [cohortid, parent_id]),
        cells: [{ key: keyOf(key, 'kept', collection), individuals }],
      },
    ]
  })
  if (tables.length < parts.size) return null
  const decided = await context.guard.decide(tables, [], context.changing)
  const kept = tables.flatMap(({ cells }, place) => partOf(cells[0]?.individuals, decided[place]?.[0]) ?? [])
  return kept.length < parts.size ? null : kept
}
