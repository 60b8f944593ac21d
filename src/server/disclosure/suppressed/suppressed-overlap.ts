import type { Overlap } from '#contract/shapes/shapes-of-extensions.ts'
import { isAllUnreadable } from '#server/disclosure/guard/disclosure-control.ts'
import { type GuardContext, countedTo } from '#server/disclosure/guard/guard-context.ts'
import { atomKeys } from '#server/disclosure/ledger/compound-tables.ts'
import { type Table, collectionKey } from '#server/disclosure/ledger/count-table.ts'
import { partKey, keyOf } from '#server/disclosure/ledger/definition-keys.ts'
import { type IndividualSet, differenceOf, intersectionOf, sizeOf } from '#server/disclosure/ledger/participant-set.ts'
import { compoundParts, partsOfCohort } from '#server/disclosure/members/cohort-parts.ts'
import { readOverlap } from '#server/engine/counts/overlap.ts'

/** All subsets of n items as flags: 2^n patterns, the empty subset last. */
function patternsOf(count: number): boolean[][] {
  return Array.from({ length: 1 << count }, (_, pattern) =>
    Array.from({ length: count }, (_, place) => ((pattern >>> (count - 1 - place)) & 1) === 0),
  )
}

/**
 * `readOverlap` with disclosure control. Every intersection is listed, empty or not, and a collection is counted
 * entirely or not at all.
 */
export async function readSuppressedOverlap(context: GuardContext, cohortIds: readonly number[]): Promise<Overlap[]> {
  const { connection, bitmaps, user, guard } = context
  const readable = await readOverlap(connection, bitmaps, { cohortIds, reader: user, part: 'readable' })
  const patterns = patternsOf(cohortIds.length)
  const { counts, leftOut } = await overlapOfUnreadable(context, cohortIds, patterns)
  return patterns.flatMap((held, place) => {
    const members = cohortIds.filter((_, index) => held[index])
    if (members.length === 0) return []
    const readableCount = readable.find((row) => row.members.join() === members.join())?.count ?? 0
    const isCounted = leftOut.length < guard.regions.size
    const others = isCounted ? (counts[place] ?? 0) : 0
    // Where nothing is counted, 0 would be no count.
    const isNothing = !isCounted && isAllUnreadable(guard)
    return [{ members, count: isNothing ? null : readableCount + others, left_out: [...leftOut] }]
  })
}

async function overlapOfUnreadable(
  context: GuardContext,
  cohortIds: readonly number[],
  patterns: readonly (readonly boolean[])[],
): Promise<{ readonly counts: readonly number[]; readonly leftOut: readonly string[] }> {
  const { guard, keys } = context
  const parts = []
  for (const cohortId of cohortIds) parts.push(await partsOfCohort(context, cohortId))
  // Pairs first: the pairwise intersections follow from those of three.
  const pairs = []
  for (const [place, first] of cohortIds.entries()) {
    for (const second of cohortIds.slice(place + 1)) {
      const key = keyOf('pair of', [keys.ofSaved(first), keys.ofSaved(second)].toSorted())
      pairs.push(await compoundParts(context, { operation: 'INTERSECT', cohortIds: [first, second], key }))
    }
  }
  const counts = patterns.map(() => 0)
  const leftOut: string[] = []
  const cohortKeys = cohortIds.map(keys.ofSaved)
  for (const [collection, region] of guard.regions) {
    const sets = parts.map((part) => part.get(collection)?.individuals ?? null)
    const shown = sets.filter((set) => set !== null)
    const mayBeCounted = shown.length === sets.length && pairs.every((pair) => pair.get(collection) != null)
    const cells = patterns.map((held): IndividualSet =>
      shown.reduce(
        (individuals, set, index) => (held[index] ? intersectionOf(individuals, set) : differenceOf(individuals, set)),
        region.individuals,
      ),
    )
    const table: Table = {
      population: region.individuals,
      known: [
        collectionKey(collection),
        ...cohortKeys.map((key) => partKey(key, collection)),
        ...pairKeys(cohortKeys, collection),
      ],
      family: null,
      countedTo: countedTo(context, cohortIds),
      cells: cells.map((individuals, place) => ({
        key: cellKeyOf(
          cohortKeys,
          cohortKeys.filter((_, index) => patterns[place]?.[index]),
          collection,
        ),
        individuals,
      })),
    }
    const [decided = []] = mayBeCounted ? await guard.decide([table], []) : []
    if (mayBeCounted && cells.every((individuals, place) => sizeOf(individuals) === 0 || decided[place] != null)) {
      for (const place of cells.keys()) counts[place] = (counts[place] ?? 0) + (decided[place] ?? 0)
    } else leftOut.push(collection)
  }
  return { counts, leftOut }
}

function pairKeys(cohortKeys: readonly string[], collection: string): string[] {
  return cohortKeys.flatMap((one, place) =>
    cohortKeys.slice(place + 1).flatMap((two) => atomKeys(one, two, collection)),
  )
}

/** The cells of two cohorts are the atoms of their combinations. */
function cellKeyOf(cohortKeys: readonly string[], members: readonly string[], collection: string): string {
  const [one = '', two = ''] = cohortKeys
  if (cohortKeys.length !== 2) return keyOf('overlap', members, cohortKeys.toSorted(), collection)
  const [both, onlyOne, onlyTwo, neither] = atomKeys(one, two, collection)
  if (members.length === 2) return both
  return members.length === 0 ? neither : members[0] === one ? onlyOne : onlyTwo
}
