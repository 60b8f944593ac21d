import type { PedigreeRow, Totals } from '#contract/shapes/shapes.ts'
import { mayRead } from '#domain/access.ts'
import { intersect, sizeOf, without, type Bitmap } from '#server/engine/bitmaps/bitmap.ts'
import type { BitmapData } from '#server/engine/bitmaps/bitmap-data.ts'
import type { BitmapEngine } from '#server/engine/bitmaps/bitmap-engine.ts'
import { readableBy } from '#server/engine/bitmaps/condition-outcome.ts'
import { countByCollection, membersByFamily, seenWith, type ByFamily } from '#server/engine/bitmaps/families.ts'
import type { Individuals } from '#server/engine/bitmaps/individuals.ts'
import { populationBitmap } from '#server/engine/bitmaps/population.ts'
import { notCountedFields } from '#server/engine/conditions/shown-value.ts'
import type { Pedigree, PedigreeCriterion } from '#server/engine/pedigrees/pedigrees.ts'
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
  return engine.read(connection, async (data) => {
    const pause = createPause(connection.scope.signal ?? undefined)
    const tested = await testMembers(data, pedigree)
    await pause()
    const { individuals } = data
    const sizes = sizesOf(individuals)
    const { isKept, totals } = await totalsOf(tested, pedigree.criterion, sizes, individuals, pause)
    await pause()
    const rows = [...countByCollection(isKept, tested.affected, individuals)].flatMap(([collection, counts]) => {
      const { families, individuals: count, affected } = counts
      return count === 0
        ? []
        : [{ pedigree_count: families, count, affected_count: affected, collection, hidden: false }]
    })
    return { data: rows, totals: { ...totals, ...notCountedFields(notCounted(tested, pedigree, individuals)) } }
  })
}

async function testMembers(data: BitmapData, pedigree: Pedigree): Promise<TestedMembers> {
  const { parent, criterion, savedAs, hidesMixedFamilies = false } = pedigree
  const { individuals } = data
  const parents = await populationBitmap(data, parent)
  const members = hidesMixedFamilies
    ? intersect(parents, seenWith(readableBy(parent.reader, data), individuals))
    : parents
  const saved = savedAs === undefined ? null : await data.membersOf(savedAs)
  const none = new Uint32Array(individuals.all.length)
  if (!criterion) return { members, affected: none, unaffected: members, saved }
  const { yes, no } = await data.outcomeOf({ ...criterion, reader: parent.reader })
  return { members, affected: intersect(members, yes), unaffected: intersect(members, no), saved }
}

interface FamilySizes {
  readonly all: ByFamily
  readonly placeholders: ByFamily
  readonly largest: number
}

/** Keyed by identity: one of each data version. */
const sizes = new WeakMap<Individuals, FamilySizes>()

function sizesOf(individuals: Individuals): FamilySizes {
  const known = sizes.get(individuals)
  if (known) return known
  const all = membersByFamily(individuals.all, individuals)
  const placeholders = membersByFamily(individuals.placeholders, individuals)
  const own = { all, placeholders, largest: all.reduce((most, size) => Math.max(most, size), 0) }
  sizes.set(individuals, own)
  return own
}

async function totalsOf(
  tested: TestedMembers,
  rule: PedigreeCriterion | null,
  { all, placeholders, largest }: FamilySizes,
  individuals: Individuals,
  pause: () => Promise<void>,
): Promise<{ readonly isKept: Uint8Array; readonly totals: Totals }> {
  const membersOf = tested.members === individuals.all ? all : membersByFamily(tested.members, individuals)
  await pause()
  const affectedOf = membersByFamily(tested.affected, individuals)
  await pause()
  const unaffectedOf = membersByFamily(tested.unaffected, individuals)
  const savedOf = tested.saved && membersByFamily(tested.saved, individuals)
  await pause()
  const isKept = new Uint8Array(individuals.families)
  const sum = { pedigrees: 0, individuals: 0, affected: 0, placeholders: 0, possible: 0, certain: 0 }
  const [bySize, bySeenSize, byAffected] = [newCounts(largest), newCounts(largest), newCounts(largest)]
  for (let family = 0; family < individuals.families; family++) {
    const size = all[family] ?? 0
    const members = membersOf[family] ?? 0
    const affected = affectedOf[family] ?? 0
    const unknown = members - affected - (unaffectedOf[family] ?? 0)
    const hasMembers = members > 0
    const isPossible = hasMembers && rule !== null && mayChange(rule, size, affected, unknown)
    if (isPossible) sum.possible++
    if (!(savedOf ? (savedOf[family] ?? 0) > 0 : hasMembers && meets(rule, size, affected))) continue
    isKept[family] = 1
    const unseen = placeholders[family] ?? 0
    sum.pedigrees++
    sum.individuals += size
    sum.affected += affected
    sum.placeholders += unseen
    if (!isPossible) sum.certain++
    addOne(bySize, size)
    addOne(bySeenSize, size - unseen)
    addOne(byAffected, affected)
  }
  return {
    isKept,
    totals: {
      ...sum,
      by_size: ascending(bySize),
      by_size_seen: ascending(bySeenSize),
      by_affected: ascending(byAffected),
    },
  }
}

/** The number of families by a number of each, up to `largest`. */
function newCounts(largest: number): Int32Array {
  return new Int32Array(largest + 1)
}

function addOne(families: Int32Array, number: number): void {
  families[number] = (families[number] ?? 0) + 1
}

function ascending(families: Int32Array): [number, number][] {
  return [...families].flatMap((count, number): [number, number][] => (count === 0 ? [] : [[number, count]]))
}

function meets(rule: PedigreeCriterion | null, size: number, affected: number): boolean {
  if (!rule) return true
  const { comparison, affectedCount, minimumSize } = rule
  if (size < minimumSize) return false
  switch (comparison) {
    case 'min':
      return affected >= affectedCount
    case 'max':
      return affected <= affectedCount
    case 'equal':
      return affected === affectedCount
  }
}

/** Whether the missing answers, were they known, might qualify or disqualify the family. */
function mayChange(rule: PedigreeCriterion, size: number, affected: number, unknown: number): boolean {
  const { comparison, affectedCount, minimumSize } = rule
  if (size < minimumSize || unknown === 0) return false
  switch (comparison) {
    case 'min':
      return affected < affectedCount && affected + unknown >= affectedCount
    case 'max':
    case 'equal':
      return (
        affected <= affectedCount && affected + unknown >= (comparison === 'max' ? affectedCount + 1 : affectedCount)
      )
  }
}

/** Members of the parent who are not counted, by collection: an unreadable text may decide. They qualify no family. */
function notCounted(
  { members, affected, unaffected }: TestedMembers,
  { parent: { reader }, criterion }: Pedigree,
  { byCollection }: Individuals,
): (readonly [string, number])[] {
  if (!criterion || reader.isAdmin || !conditionComparesText(criterion.variable, criterion.condition)) return []
  const unknown = without(members, affected, unaffected)
  return [...byCollection].flatMap(([collection, own]) =>
    mayRead(reader, collection) ? [] : [[collection, sizeOf(intersect(unknown, own))] as const],
  )
}
