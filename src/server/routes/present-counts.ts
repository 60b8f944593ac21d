import type { CountRow, PedigreeRow, Totals } from '#contract/shapes.ts'
import { mayRead } from '#domain/access.ts'
import { hiddenCells, isSmall } from '#domain/hidden-cells.ts'
import type { User } from '#server/accounts/user.ts'
import { isDiscreet } from '#server/queries/closed.ts'
import type { PlanCounts } from '#server/queries/cohort-plan.ts'
import type { Settings } from '#server/settings.ts'
import type { Telling } from '#server/small-counts/told-sets.ts'

/**
 * Counts as they are told: with as much besides as the server is to offer, and without small counts of people whose
 * records the user may not read, nor what would give them away (`telling`).
 */
export function presentCounts(
  user: User,
  { capabilities, minimumCell }: Settings,
  { data, split, totals, splitByCollection }: PlanCounts,
  telling: Telling,
): PlanCounts {
  const hidden = new Set<CountRow | PedigreeRow>()
  let isAnythingSmall = false
  if (isDiscreet({ reader: user, minimumCell })) {
    const collections = new Set([...data.map((row) => row.collection), ...(splitByCollection?.keys() ?? [])])
    for (const collection of collections) {
      if (mayRead(user, collection)) continue
      const rows = data.filter((row) => row.collection === collection)
      const counts = rows.map((row) => row.count ?? 0)
      const cells = hiddenCells(
        counts,
        minimumCell,
        rows.map((row) => tellsOf(row, telling, minimumCell)),
      )
      for (const [place, row] of rows.entries()) if (cells[place]) hidden.add(row)
      const { no_match = 0, unknown = 0, no_record = 0, not_counted } = splitByCollection?.get(collection) ?? {}
      isAnythingSmall ||=
        cells.includes(true) ||
        telling.ofCollection(collection) ||
        [no_match, unknown, no_record, not_counted ?? 0].some((part) => isSmall(part, minimumCell))
    }
  }
  // How families spread is not told by collection, and a few families of a size may be a few people nobody is to find.
  const tellsOfFew =
    isDiscreet({ reader: user, minimumCell }) &&
    (data.some((row) => !mayRead(user, row.collection)) || (totals?.not_counted ?? 0) > 0)
  return {
    data: data.map((row) => (hidden.has(row) ? withoutCounts(row) : row)),
    ...(split && !isAnythingSmall && capabilities.includes('split') && { split }),
    ...(totals &&
      !isAnythingSmall &&
      capabilities.includes('totals') && {
        totals: tellsOfFew ? withoutSpread(totals) : totals,
      }),
  }
}

/** Whether a row tells of few by something else than its own count. */
function tellsOf(row: CountRow | PedigreeRow, telling: Telling, minimumCell: number): boolean {
  if (!('pedigree_count' in row)) return telling.ofOrigin(row)
  // Who is not affected is told by who is.
  const affected = row.affected_count ?? 0
  return (
    telling.ofCollection(row.collection) ||
    isSmall(affected, minimumCell) ||
    isSmall((row.count ?? 0) - affected, minimumCell)
  )
}

function withoutSpread({ pedigrees, individuals, affected, possible }: Totals): Totals {
  const spread = { certain: null, placeholders: null, by_size: [], by_size_seen: [], by_affected: [] }
  return { pedigrees, individuals, affected, possible, ...spread }
}

function withoutCounts(row: CountRow | PedigreeRow): CountRow | PedigreeRow {
  return 'pedigree_count' in row
    ? { ...row, pedigree_count: 0, count: null, affected_count: null, hidden: true }
    : { ...row, count: null, hidden: true }
}
