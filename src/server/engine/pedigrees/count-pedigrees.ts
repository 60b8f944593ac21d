import type { PedigreeRow, Totals } from '#contract/shapes/shapes.ts'
import { mayRead } from '#domain/access.ts'
import type { BitmapData } from '#server/engine/bitmaps/bitmap-data.ts'
import type { BitmapEngine } from '#server/engine/bitmaps/bitmap-engine.ts'
import { intersect, sizeOf, without, type Bitmap } from '#server/engine/bitmaps/bitmap.ts'
import { readableBy } from '#server/engine/bitmaps/condition-outcome.ts'
import {
  countByCollection,
  individualsOf,
  seenWith,
  type ByFamily,
  type Families,
  type MarkedFamilies,
} from '#server/engine/bitmaps/families.ts'
import type { Individuals } from '#server/engine/bitmaps/individuals.ts'
import { numbersOf } from '#server/engine/bitmaps/membership.ts'
import { populationBitmap } from '#server/engine/bitmaps/population.ts'
import { notCountedFields } from '#server/engine/conditions/shown-value.ts'
import type { Pedigree, PedigreeCriterion } from '#server/engine/pedigrees/pedigrees.ts'
import { isSuppressing } from '#server/model/user.ts'
import { conditionComparesText } from '#server/model/variable.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { createPause } from '#server/platform/scheduling/yield.ts'

export interface PedigreeCounts {
  readonly data: PedigreeRow[]
  readonly totals: Totals
}

/** Members of the parent by the criterion; those with an unknown outcome are in neither set. */
interface TestedMembers {
  readonly members: Bitmap
  readonly affected: Bitmap
  readonly unaffected: Bitmap
  /** The members of the saved cohort, if it is saved. */
  readonly saved: Bitmap | null
}

/** Counts of a pedigree cohort: a row per collection, and the total with families counted once. */
export function countPedigrees(
  connection: Connection,
  engine: BitmapEngine,
  pedigree: Pedigree,
): Promise<PedigreeCounts> {
  return engine.read(connection, pedigree.parent.reader, async (data) => {
    const { tested, families, kept, totals } = await keptFamilies(data, pedigree)
    const { individuals } = data
    const rows = countByCollection(kept, individuals, families).flatMap(
      ({ collection, families: pedigrees, individuals: count, affected }) =>
        count === 0 ? [] : [{ pedigree_count: pedigrees, count, affected_count: affected, collection, hidden: false }],
    )
    return { data: rows, totals: { ...totals, ...notCountedFields(notCounted(tested, pedigree, individuals)) } }
  })
}

/** The numbers of every member of the kept families, ascending. */
export function membersOfPedigree(
  connection: Connection,
  engine: BitmapEngine,
  pedigree: Pedigree,
): Promise<Int32Array> {
  return engine.read(connection, pedigree.parent.reader, async (data) => {
    const { kept } = await keptFamilies(data, pedigree)
    const pause = createPause(connection.scope.signal ?? undefined)
    return numbersOf(individualsOf(kept.isMarked, data.individuals), data.individuals, pause)
  })
}

async function keptFamilies(data: BitmapData, pedigree: Pedigree) {
  const pause = createPause(data.connection.scope.signal ?? undefined)
  const tested = await testMembers(data, pedigree)
  await pause()
  const families = await data.families()
  const { kept, totals } = await totalsOf(tested, pedigree.criterion, families, data.individuals, pause)
  await pause()
  return { tested, families, kept, totals }
}

async function testMembers(data: BitmapData, pedigree: Pedigree): Promise<TestedMembers> {
  const { parent, criterion, savedAs } = pedigree
  const { individuals } = data
  const parents = await populationBitmap(data, parent)
  const members = isSuppressing(parent.reader)
    ? intersect(parents, seenWith(readableBy(parent.reader, data), individuals))
    : parents
  const saved = savedAs === undefined ? null : await data.membersOf(savedAs)
  const none = new Uint32Array(individuals.all.length)
  if (!criterion) return { members, affected: none, unaffected: members, saved }
  const { yes, no } = await data.outcomeOf({ ...criterion, reader: parent.reader })
  // The same sets for the same condition over all individuals, so that their counts by family are kept. An outcome is of
  // the individuals of the data alone.
  const within = (set: Bitmap) => (members === individuals.all ? set : intersect(members, set))
  return { members, affected: within(yes), unaffected: within(no), saved }
}

async function totalsOf(
  tested: TestedMembers,
  rule: PedigreeCriterion | null,
  families: Families,
  individuals: Individuals,
  pause: () => Promise<void>,
): Promise<{ readonly kept: MarkedFamilies; readonly totals: Totals }> {
  const { members, affected, unaffected, saved } = tested
  const membersOf = members === individuals.all ? families.sizes : families.membersOf(members)
  await pause()
  const affectedOf = families.membersOf(affected)
  await pause()
  const unaffectedOf = families.membersOf(unaffected)
  const savedOf = saved && families.membersOf(saved)
  await pause()
  const { isMarked, totals } = keepFamilies({ membersOf, affectedOf, unaffectedOf, savedOf }, rule, families)
  return { kept: { isMarked, affected, affectedOf }, totals }
}

/** Tested members by family. */
interface TestedFamilies {
  readonly membersOf: ByFamily
  readonly affectedOf: ByFamily
  readonly unaffectedOf: ByFamily
  readonly savedOf: ByFamily | null
}

/** By tables and signs instead of conditions: processors guess those wrong, and there are millions of families. */
function keepFamilies(
  { membersOf, affectedOf, unaffectedOf, savedOf }: TestedFamilies,
  rule: PedigreeCriterion | null,
  { sizes, placeholders, largest }: Families,
): { readonly isMarked: Uint8Array; readonly totals: Totals } {
  const { isLarge, isMet, mayRise, mayReach } = tablesOf(rule, largest)
  const isMarked = new Uint8Array(sizes.length)
  let [possible, certain] = [0, 0]
  const [bySize, bySeenSize] = [newCounts(largest), newCounts(largest)]
  const [byMembers, byAffected] = [newCounts(largest), newCounts(largest)]
  for (let family = 0; family < sizes.length; family++) {
    const size = sizes[family] ?? 0
    const members = membersOf[family] ?? 0
    const affected = affectedOf[family] ?? 0
    /** The affected, were all unknown members affected. */
    const most = members - (unaffectedOf[family] ?? 0)
    const isTested = isPositive(members) & (isLarge[size] ?? 0)
    const isPossible = isTested & isPositive(most - affected) & (mayRise[affected] ?? 0) & (mayReach[most] ?? 0)
    const isKept = savedOf ? isPositive(savedOf[family] ?? 0) : isTested & (isMet[affected] ?? 0)
    const seen = size - (placeholders[family] ?? 0)
    isMarked[family] = isKept
    possible += isPossible
    certain += isKept & (1 - isPossible)
    bySize[size] = (bySize[size] ?? 0) + isKept
    bySeenSize[seen] = (bySeenSize[seen] ?? 0) + isKept
    byMembers[members] = (byMembers[members] ?? 0) + isKept
    byAffected[affected] = (byAffected[affected] ?? 0) + isKept
  }
  const individuals = weightedSum(bySize)
  const totals = {
    pedigrees: bySize.reduce((sum, count) => sum + count, 0),
    individuals,
    affected: weightedSum(byAffected),
    placeholders: individuals - weightedSum(bySeenSize),
    possible,
    certain,
    by_size: ascending(bySize),
    by_size_seen: ascending(bySeenSize),
    by_members: ascending(byMembers),
    by_affected: ascending(byAffected),
  }
  return { isMarked, totals }
}

/** 1 or 0. */
function isPositive(count: number): number {
  return -count >>> 31
}

/** The criterion for each number of individuals up to `largest`: 1 for true. */
function tablesOf(rule: PedigreeCriterion | null, largest: number) {
  const tableOf = (test: (count: number) => boolean) =>
    Uint8Array.from({ length: largest + 1 }, (_, count) => Number(test(count)))
  return {
    isLarge: tableOf((size) => !rule || size >= rule.minimumSize),
    isMet: tableOf((affected) => !rule || isMetBy(rule, affected)),
    // Missing answers, were they known, may qualify or disqualify a family with `mayRise` affected and `mayReach` at most.
    mayRise: tableOf(
      (affected) => rule !== null && affected < rule.affectedCount + (rule.comparison === 'min' ? 0 : 1),
    ),
    mayReach: tableOf((most) => rule !== null && most >= rule.affectedCount + (rule.comparison === 'max' ? 1 : 0)),
  }
}

function isMetBy({ comparison, affectedCount }: PedigreeCriterion, affected: number): boolean {
  switch (comparison) {
    case 'min':
      return affected >= affectedCount
    case 'max':
      return affected <= affectedCount
    case 'equal':
      return affected === affectedCount
  }
}

/** The number of individuals in families counted by a number of each. */
function weightedSum(families: Int32Array): number {
  return families.reduce((sum, count, number) => sum + count * number, 0)
}

/** The number of families by a number of each, up to `largest`. */
function newCounts(largest: number): Int32Array {
  return new Int32Array(largest + 1)
}

function ascending(families: Int32Array): [number, number][] {
  return [...families].flatMap((count, number): [number, number][] => (count === 0 ? [] : [[number, count]]))
}

/** Members of the parent who are not counted, by collection: an unreadable text may decide. They qualify no family. */
function notCounted(
  { members, affected, unaffected }: TestedMembers,
  { parent: { reader }, criterion }: Pedigree,
  { byCollection }: Individuals,
): (readonly [string, number])[] {
  if (!criterion || reader.isAdmin || !conditionComparesText(criterion.variable, criterion.condition)) return []
  const unknown = without(members, affected, unaffected)
  return [...byCollection].flatMap(([collection, bitmap]) =>
    mayRead(reader, collection) ? [] : [[collection, sizeOf(intersect(unknown, bitmap))] as const],
  )
}
