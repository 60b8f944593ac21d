import type { Relatives, RelativesCount } from '#domain/rules.ts'
import { bitmapOf, eachNumber, hasNumber, intersect, without, type Bitmap } from '#server/engine/bitmaps/bitmap.ts'
import type { Individuals } from '#server/engine/bitmaps/individuals.ts'
import type { Outcome } from '#server/engine/bitmaps/rule-outcomes.ts'

/** By individual: the relatives that match, and those whose outcome is unknown. */
interface Counts {
  readonly matches: Int32Array
  readonly undecided: Int32Array
}

/**
 * Compares the number of matching relatives of each individual; undecided relatives may still match. Relatives outside
 * `seenRelatives` have unknown outcomes.
 */
export function countRelatives(
  { scope, comparison, count }: RelativesCount,
  { yes, no }: Outcome,
  individuals: Individuals,
  seenRelatives: Bitmap | null,
): Outcome {
  const { all } = individuals
  const isMatch = seenRelatives ? intersect(yes, seenRelatives) : yes
  const isOpen = without(all, isMatch, seenRelatives ? intersect(no, seenRelatives) : no)
  const counts: Counts = { matches: new Int32Array(all.length * 32), undecided: new Int32Array(all.length * 32) }
  COUNTERS[scope](individuals, isMatch, counts.matches)
  COUNTERS[scope](individuals, isOpen, counts.undecided)
  for (const parentOf of PARENTS[scope]?.map((parent) => individuals[parent]) ?? []) {
    // Each individual has a father and a mother: the outcome of one who is not recorded is unknown.
    eachNumber(all, (number) => {
      if (parentOf[number] === 0) add(counts.undecided, number)
    })
  }
  const [matching, failing]: [number[], number[]] = [[], []]
  eachNumber(all, (number) => {
    const found = counts.matches[number] ?? 0
    const most = found + (counts.undecided[number] ?? 0)
    const isSure = { min: found >= count, max: most <= count, equal: found === count && most === count }[comparison]
    const isRefuted = { min: most < count, max: found > count, equal: found > count || most < count }[comparison]
    if (isSure) matching.push(number)
    else if (isRefuted) failing.push(number)
  })
  return { yes: bitmapOf(matching, all.length), no: bitmapOf(failing, all.length) }
}

/** Adds to each individual the number of relatives in a set. */
type Counter = (individuals: Individuals, set: Bitmap, counts: Int32Array) => void

const countParents =
  (...parents: readonly Parent[]): Counter =>
  (individuals, set, counts) => {
    for (const parentOf of parents.map((parent) => individuals[parent])) {
      eachNumber(individuals.all, (number) => {
        const parent = parentOf[number] ?? 0
        if (parent > 0 && hasNumber(set, parent)) add(counts, number)
      })
    }
  }

const countChildren: Counter = ({ fatherOf, motherOf }, set, counts) =>
  eachNumber(set, (child) => {
    for (const parent of [fatherOf[child] ?? 0, motherOf[child] ?? 0]) if (parent > 0) add(counts, parent)
  })

/** Members of the same group; `hasSelf` counts the individual too. */
const countIn =
  (
    groupOf: (individuals: Individuals) => { of: Int32Array; groups: number; none: number },
    hasSelf: boolean,
  ): Counter =>
  (individuals, set, counts) => {
    const { of, groups, none } = groupOf(individuals)
    const inGroup = new Int32Array(groups)
    eachNumber(set, (number) => add(inGroup, of[number] ?? 0))
    eachNumber(individuals.all, (number) => {
      const group = of[number] ?? 0
      if (group !== none) add(counts, number, (inGroup[group] ?? 0) - Number(!hasSelf && hasNumber(set, number)))
    })
  }

const family = ({ familyOf, families }: Individuals) => ({ of: familyOf, groups: families, none: -1 })
const sibship = ({ sibshipOf, sibships }: Individuals) => ({ of: sibshipOf, groups: sibships, none: 0 })

type Parent = 'fatherOf' | 'motherOf'

const BOTH = ['fatherOf', 'motherOf'] as const

const PARENTS: Partial<Record<Relatives, readonly Parent[]>> = {
  parents: BOTH,
  father: ['fatherOf'],
  mother: ['motherOf'],
  firstDegree: BOTH,
}

const countSiblings = countIn(sibship, false)

const COUNTERS: Readonly<Record<Relatives, Counter>> = {
  family: countIn(family, true),
  relatives: countIn(family, false),
  parents: countParents(...BOTH),
  father: countParents('fatherOf'),
  mother: countParents('motherOf'),
  siblings: countSiblings,
  children: countChildren,
  firstDegree: (...given) => {
    countParents(...BOTH)(...given)
    countSiblings(...given)
    countChildren(...given)
  },
}

function add(counts: Int32Array, at: number, more = 1): void {
  counts[at] = (counts[at] ?? 0) + more
}
