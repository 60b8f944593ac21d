import type { Cohort } from '#contract/shapes/shapes.ts'
import { type Reader, mayRead } from '#domain/access.ts'
import { cohortKind } from '#domain/cohorts/cohorts.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { type GuardContext, countedTo } from '#server/disclosure/guard/guard-context.ts'
import type { Table } from '#server/disclosure/ledger/count-table.ts'
import { partKey, keyOf } from '#server/disclosure/ledger/definition-keys.ts'
import { intersectionOf } from '#server/disclosure/ledger/participant-set.ts'
import { partsOfCohort } from '#server/disclosure/members/cohort-parts.ts'
import type { BitmapEngine } from '#server/engine/bitmaps/bitmap-engine.ts'
import { sizeOf, sizeOfBoth } from '#server/engine/bitmaps/bitmap.ts'
import type { Connection } from '#server/platform/db/database.ts'

/** Removes counts and collections that would disclose a suppressed number of unreadable members. */
export async function hideRowcounts(context: GuardContext | null, cohorts: readonly Cohort[]): Promise<Cohort[]> {
  if (!context) return [...cohorts]
  const { regions } = context.guard
  const shown: Cohort[] = []
  for (const cohort of cohorts) {
    const isShown = cohort.cohortid === ROOT_COHORT_ID || (await areAllShown(context, cohort.cohortid))
    const readable = cohort.collections.filter((collection) => !regions.has(collection))
    shown.push({
      ...cohort,
      rowcount: isShown ? cohort.rowcount : null,
      kept: (await isKeptShown(context, cohort)) ? cohort.kept : null,
      // Missing answers are disclosed of readable individuals alone.
      undecided: null,
      // Membership of individuals of unreadable collections is not disclosed.
      collections: [...readable, ...regions.keys()].toSorted(),
    })
  }
  return shown
}

/** Whether the unreadable members of a cohort may be counted in every collection. */
async function areAllShown(context: GuardContext, cohortId: number): Promise<boolean> {
  return [...(await partsOfCohort(context, cohortId)).values()].every((part) => part !== null)
}

/**
 * Whether the unreadable members shared with the parent may be counted. For a pedigree they are counted for themselves;
 * for other cohorts they are those of the cohort or of the parent.
 */
async function isKeptShown(context: GuardContext, { cohortid, parent_id, constraint_type }: Cohort): Promise<boolean> {
  if (parent_id === null) return false
  const isShown = await areAllShown(context, constraint_type === 'UNION' ? parent_id : cohortid)
  if (!isShown || cohortKind(constraint_type) !== 'pedigree') return isShown
  const parts = await partsOfCohort(context, cohortid)
  const parentParts = await partsOfCohort(context, parent_id)
  const key = context.keys.ofSaved(cohortid)
  const parentKey = context.keys.ofSaved(parent_id)
  const tables = [...parts].flatMap(([collection, part]): Table[] => {
    const parent = parentParts.get(collection)
    if (!part || !parent) return []
    const individuals = intersectionOf(part.individuals, parent.individuals)
    return [
      {
        population: part.individuals,
        known: [partKey(key, collection), partKey(parentKey, collection)],
        family: null,
        countedTo: countedTo(context, [cohortid, parent_id]),
        cells: [{ key: keyOf(key, 'kept', collection), individuals }],
      },
    ]
  })
  if (tables.length < parts.size) return false
  const decided = await context.guard.decide(tables, [], context.changing)
  return decided.every(([kept]) => kept != null)
}

/** Cohorts with the numbers of their members that a reader's counts may be of. */
export function readableCohorts(
  connection: Connection,
  bitmaps: BitmapEngine,
  reader: Reader,
  cohorts: readonly Cohort[],
): Promise<Cohort[]> {
  return bitmaps.read(connection, reader, async (data) => {
    const shown: Cohort[] = []
    for (const cohort of cohorts) {
      const members = await data.membersOf(cohort.cohortid)
      const collections = cohort.collections.filter((collection) => mayRead(reader, collection))
      shown.push({
        ...cohort,
        rowcount: sizeOf(members),
        kept: cohort.parent_id === null ? null : sizeOfBoth(members, await data.membersOf(cohort.parent_id)),
        // Recorded when the cohort was saved, maybe of unreadable members too.
        undecided: collections.length === cohort.collections.length ? cohort.undecided : null,
        collections,
      })
    }
    return shown
  })
}
