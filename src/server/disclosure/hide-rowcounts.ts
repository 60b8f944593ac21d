import type { Cohort } from '#contract/shapes/shapes.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { partsOfCohort } from '#server/disclosure/cohort-parts.ts'
import type { GuardContext } from '#server/disclosure/guard-context.ts'
import { cohortKind } from '#domain/cohorts/cohorts.ts'
import { countedTo } from '#server/disclosure/history/counted-to.ts'
import { at, keyOf } from '#server/disclosure/definition-keys.ts'
import type { Table } from '#server/disclosure/ledger/count-table.ts'
import { intersectionOf } from '#server/disclosure/participant-set.ts'

/** Removes counts and collections that would disclose a suppressed number of unreadable members. */
export async function hideRowcounts(context: GuardContext | null, cohorts: readonly Cohort[]): Promise<Cohort[]> {
  if (!context) return [...cohorts]
  const { regions } = context.guard
  const shown: Cohort[] = []
  for (const cohort of cohorts) {
    const isSuppressed =
      cohort.cohortid !== ROOT_COHORT_ID && [...(await partsOfCohort(context, cohort.cohortid)).values()].includes(null)
    const readable = cohort.collections.filter((collection) => !regions.has(collection))
    shown.push({
      ...cohort,
      rowcount: isSuppressed ? null : cohort.rowcount,
      kept: cohort.kept !== null && (await isKeptShown(context, cohort)) ? cohort.kept : null,
      // Missing answers are disclosed of readable individuals alone.
      undecided: null,
      // Membership of individuals of unreadable collections is not disclosed.
      collections: [...readable, ...regions.keys()].toSorted(),
    })
  }
  return shown
}

/**
 * Whether the number of members shared with the parent is shown. For a pedigree it is a count of its own; for other
 * cohorts it is the size of the cohort or of the parent.
 */
async function isKeptShown(context: GuardContext, { cohortid, parent_id, constraint_type }: Cohort): Promise<boolean> {
  if (parent_id === null) return false
  const isUnion = constraint_type === 'UNION'
  const parts = await partsOfCohort(context, isUnion ? parent_id : cohortid)
  if ([...parts.values()].includes(null)) return false
  if (cohortKind(constraint_type) !== 'pedigree') return true
  const parentParts = await partsOfCohort(context, parent_id)
  const key = context.keys.ofSaved(cohortid)
  const parentKey = context.keys.ofSaved(parent_id)
  const tables = [...parts].flatMap(([collection, individuals]): Table[] => {
    const parent = parentParts.get(collection)
    if (!individuals || !parent) return []
    return [
      {
        population: individuals,
        known: [at(key, collection), at(parentKey, collection)],
        variables: context.cohortVariables.ofSaved(cohortid),
        family: null,
        countedTo: countedTo(context, [cohortid, parent_id]),
        cells: [{ key: keyOf(key, 'kept', collection), individuals: intersectionOf(individuals, parent) }],
      },
    ]
  })
  if (tables.length < parts.size) return false
  const decided = await context.guard.decide(tables, [], context.changing)
  return decided.every(([isShown]) => isShown === true)
}
