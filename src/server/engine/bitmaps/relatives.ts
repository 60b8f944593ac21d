import type { Relatives, RelativesCount } from '#domain/cohorts/rules.ts'
import { addPlace, eachPlace, hasPlace, intersect, without, type Bitmap } from '#server/engine/bitmaps/bitmap.ts'
import type { Individuals } from '#server/engine/bitmaps/individuals.ts'
import type { Kinship } from '#server/engine/bitmaps/kinship.ts'
import type { Outcome } from '#server/engine/bitmaps/rule-outcomes.ts'

/** Individuals with the parents that groups about relatives need; without parents for those about families. */
export type Related = Individuals & Kinship

/** Whether a scope is found by recorded parents. */
export function isByParents(scope: Relatives): boolean {
  return scope !== 'family' && scope !== 'relatives'
}

/** By individual: the relatives that match, and those whose outcome is unknown. */
interface Counts {
  readonly matches: Int32Array
  readonly undecided: Int32Array
}

interface RelativesContext {
  readonly individuals: Related
  readonly seenRelatives: Bitmap | null
  readonly pause: () => Promise<void>
}

/**
 * Compares the number of matching relatives of each individual; undecided relatives may still match. Relatives outside
 * `seenRelatives` have unknown outcomes.
 */
export async function countRelatives(
  { scope, comparison, count }: RelativesCount,
  { yes, no }: Outcome,
  { individuals, seenRelatives, pause }: RelativesContext,
): Promise<Outcome> {
  const { all } = individuals
  const isMatch = seenRelatives ? intersect(yes, seenRelatives) : yes
  const isOpen = without(all, isMatch, seenRelatives ? intersect(no, seenRelatives) : no)
  const counts: Counts = { matches: new Int32Array(individuals.count), undecided: new Int32Array(individuals.count) }
  for (const counter of COUNTERS[scope]) {
    counter(individuals, isMatch, counts.matches)
    await pause()
    counter(individuals, isOpen, counts.undecided)
    await pause()
  }
  for (const parentOf of PARENTS[scope]?.map((parent) => individuals[parent]) ?? []) {
    // Each individual has a father and a mother: the outcome of one who is not recorded, or not counted, is unknown.
    eachPlace(all, (place) => {
      const parent = parentOf[place] ?? -1
      if (parent === -1 || !hasPlace(all, parent)) add(counts.undecided, place)
    })
    await pause()
  }
  const [yesOfAll, noOfAll] = [new Uint32Array(all.length), new Uint32Array(all.length)]
  eachPlace(all, (place) => {
    const found = counts.matches[place] ?? 0
    const most = found + (counts.undecided[place] ?? 0)
    const isSure = { min: found >= count, max: most <= count, equal: found === count && most === count }[comparison]
    const isRefuted = { min: most < count, max: found > count, equal: found > count || most < count }[comparison]
    if (isSure) addPlace(yesOfAll, place)
    else if (isRefuted) addPlace(noOfAll, place)
  })
  return { yes: yesOfAll, no: noOfAll }
}

/** Adds to each individual the number of relatives in a set. */
type Counter = (individuals: Related, set: Bitmap, counts: Int32Array) => void

const countParents =
  (...parents: readonly Parent[]): Counter =>
  (individuals, set, counts) => {
    for (const parentOf of parents.map((parent) => individuals[parent])) {
      eachPlace(individuals.all, (place) => {
        const parent = parentOf[place] ?? -1
        if (parent >= 0 && hasPlace(set, parent)) add(counts, place)
      })
    }
  }

const countChildren: Counter = ({ fatherOf, motherOf }, set, counts) =>
  eachPlace(set, (child) => {
    for (const parent of [fatherOf[child] ?? -1, motherOf[child] ?? -1]) if (parent >= 0) add(counts, parent)
  })

/** Members of the same group; `hasSelf` counts the individual too. */
const countIn =
  (groupOf: (individuals: Related) => { ids: Int32Array; groups: number; none: number }, hasSelf: boolean): Counter =>
  (individuals, set, counts) => {
    const { ids, groups, none } = groupOf(individuals)
    const inGroup = new Int32Array(groups)
    eachPlace(set, (place) => add(inGroup, ids[place] ?? 0))
    eachPlace(individuals.all, (place) => {
      const group = ids[place] ?? 0
      if (group !== none) add(counts, place, (inGroup[group] ?? 0) - Number(!hasSelf && hasPlace(set, place)))
    })
  }

const family = ({ familyOf, families }: Related) => ({ ids: familyOf, groups: families, none: -1 })
const sibship = ({ sibshipOf, sibships }: Related) => ({ ids: sibshipOf, groups: sibships, none: 0 })

type Parent = 'fatherOf' | 'motherOf'

const BOTH = ['fatherOf', 'motherOf'] as const

const PARENTS: Partial<Record<Relatives, readonly Parent[]>> = {
  parents: BOTH,
  father: ['fatherOf'],
  mother: ['motherOf'],
  firstDegree: BOTH,
}

const COUNTERS: Readonly<Record<Relatives, readonly Counter[]>> = {
  family: [countIn(family, true)],
  relatives: [countIn(family, false)],
  parents: [countParents(...BOTH)],
  father: [countParents('fatherOf')],
  mother: [countParents('motherOf')],
  siblings: [countIn(sibship, false)],
  children: [countChildren],
  firstDegree: [countParents(...BOTH), countIn(sibship, false), countChildren],
}

function add(counts: Int32Array, index: number, more = 1): void {
  counts[index] = (counts[index] ?? 0) + more
}
