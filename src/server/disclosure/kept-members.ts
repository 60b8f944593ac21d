import type { Cohort } from '#contract/shapes.ts'
import { cohortKind } from '#domain/cohorts.ts'
import { partsOfCohort } from '#server/disclosure/cohort-parts.ts'
import { at, keyOf } from '#server/disclosure/definition-keys.ts'
import type { GuardContext } from '#server/disclosure/guard-context.ts'
import type { Table } from '#server/disclosure/ledger.ts'
import { intersectionOf } from '#server/disclosure/people-set.ts'

/**
 * Whether it may be shown how many members a cohort has in common with its parent. Of a pedigree that is a count of its
 * own; of other cohorts it is the size of the cohort or that of the parent.
 */
export async function isKeptShown(
  context: GuardContext,
  { cohortid, parent_id, constraint_type }: Cohort,
): Promise<boolean> {
  if (parent_id === null) return false
  const isUnion = constraint_type === 'UNION'
  const parts = await partsOfCohort(context, isUnion ? parent_id : cohortid)
  if ([...parts.values()].includes(null)) return false
  if (cohortKind(constraint_type) !== 'pedigree') return true
  const parentParts = await partsOfCohort(context, parent_id)
  const key = context.keys.ofSaved(cohortid)
  const parentKey = context.keys.ofSaved(parent_id)
  const tables = [...parts].flatMap(([collection, people]): Table[] => {
    const parent = parentParts.get(collection)
    if (!people || !parent) return []
    return [
      {
        population: people,
        known: [at(key, collection), at(parentKey, collection)],
        family: null,
        cells: [{ key: keyOf(key, 'kept', collection), people: intersectionOf(people, parent) }],
      },
    ]
  })
  if (tables.length < parts.size) return false
  const decided = await context.guard.decide(tables, [], context.changing)
  return decided.every(([isShown]) => isShown === true)
}
