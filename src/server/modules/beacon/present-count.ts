import type { BeaconCount } from '#contract/beacon.ts'
import type { CountRow, Split } from '#contract/shapes/shapes.ts'
import { Refusal } from '#server/platform/http/refusal.ts'

/** Matching individuals of the rows that a preview shows, and the collections that it does not count. */
export interface CountedMatches {
  readonly count: number
  readonly leftOut: readonly string[]
}

export function countMatches({
  data,
  split,
}: {
  readonly data: readonly Pick<CountRow, 'collection' | 'count'>[]
  readonly split?: Split | null
}): CountedMatches {
  const suppressed = data.flatMap(({ collection, count }) => (count === null ? [collection] : []))
  return {
    count: data.reduce((sum, row) => sum + (row.count ?? 0), 0),
    leftOut: [...new Set([...suppressed, ...(split?.not_counted_collections ?? [])])].toSorted(),
  }
}

type Presented = Pick<BeaconCount, 'responseSummary' | 'info'> & Pick<BeaconCount['meta'], 'returnedGranularity'>
type Granularity = BeaconCount['meta']['returnedGranularity']

/**
 * The counts that the preview shows, and nothing more. Without those of all collections there is no total, and "none"
 * is unknown: a Beacon has no such response, so the query is refused.
 */
export function presentCount({ count, leftOut }: CountedMatches, requested: Granularity): Presented {
  const isCounted = requested !== 'boolean'
  if (leftOut.length === 0) {
    return {
      returnedGranularity: isCounted ? 'count' : 'boolean',
      responseSummary: { exists: count > 0, ...(isCounted && { numTotalResults: count }) },
    }
  }
  if (count === 0) {
    throw new Refusal(403, `No individual is counted. Collections that are not counted: ${leftOut.join(', ')}.`)
  }
  return {
    returnedGranularity: 'boolean',
    responseSummary: { exists: true },
    info: { ...(isCounted && { countedResults: count }), leftOut: [...leftOut] },
  }
}
