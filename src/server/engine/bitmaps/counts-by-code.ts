import { FIRST_ANSWER, type AnswerCodes } from '#server/engine/bitmaps/answer-codes.ts'
import { BITS, type Bitmap } from '#server/engine/bitmaps/bitmap.ts'
import type { Individuals, PlacedStratum } from '#server/engine/bitmaps/individuals.ts'
import type { Stratum } from '#server/engine/sources/count-answers.ts'
import { createPairMemo } from '#server/platform/cache/pair-memo.ts'

/** How many members of a stratum have a code. */
export interface CodeCount {
  readonly code: number
  readonly stratum: Stratum
  readonly count: number
}

const memo = createPairMemo<readonly CodeCount[]>()

/**
 * Counts of at least one, by stratum. The next condition on a variable in the same cohort needs the same counts. Too many
 * to keep, such as of texts, they are counted by `groupOf`: a code, or an earlier one that stands for it too.
 */
export function countsByCode(
  coded: AnswerCodes,
  members: Bitmap,
  individuals: Individuals,
  groupOf: (code: number) => number = ownGroup,
): readonly CodeCount[] {
  const isSmall = coded.answers.length * individuals.strata.length <= REMEMBERED_MAX
  return isSmall
    ? memo(members, coded, () => countCodes(coded, members, individuals, ownGroup))
    : countCodes(coded, members, individuals, groupOf)
}

const ownGroup = (code: number) => code

/** Counts at most that are kept of a variable in a cohort. */
const REMEMBERED_MAX = 20_000

function countCodes(
  coded: AnswerCodes,
  members: Bitmap,
  { strata }: Individuals,
  groupOf: (code: number) => number,
): CodeCount[] {
  const distinct = coded.answers.length + FIRST_ANSWER
  const groups = Uint32Array.from({ length: distinct }, (_, code) => groupOf(code))
  const counts = new Uint32Array(distinct)
  return strata.flatMap((stratum) => {
    count(coded.codes, members, stratum, counts)
    addToGroups(counts, groups)
    const found: CodeCount[] = []
    for (let code = 0; code < distinct; code++) {
      const size = counts[code] ?? 0
      if (size > 0) found.push({ code, stratum: stratum.stratum, count: size })
      counts[code] = 0
    }
    return found
  })
}

/** Moves the count of each code to its group. */
function addToGroups(counts: Uint32Array, groups: Uint32Array): void {
  for (let code = 0; code < counts.length; code++) {
    const group = groups[code] ?? code
    if (group === code) continue
    counts[group] = (counts[group] ?? 0) + (counts[code] ?? 0)
    counts[code] = 0
  }
}

/** Written out, without a call for each individual: this runs for all of them in each preview. */
function count(codes: AnswerCodes['codes'], members: Bitmap, { from, to }: PlacedStratum, counts: Uint32Array): void {
  for (let place = from; place < to;) {
    const word = members[place >>> 5] ?? 0
    const end = Math.min(to, (place | (BITS - 1)) + 1)
    if (word === 0) {
      place = end
      continue
    }
    for (; place < end; place++) {
      const code = codes[place] ?? 0
      counts[code] = (counts[code] ?? 0) + ((word >>> (place & 31)) & 1)
    }
  }
}
