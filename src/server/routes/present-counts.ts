import type { CountRow, PedigreeRow, Totals } from '#contract/shapes.ts'
import { mayRead } from '#domain/access.ts'
import { hiddenCells } from '#domain/hidden-cells.ts'
import type { User } from '#server/accounts/user.ts'
import { isDiscreet } from '#server/queries/closed.ts'
import type { PlanCounts } from '#server/queries/cohort-plan.ts'
import { sizesByCollection } from '#server/queries/cohort-sizes.ts'
import type { Members } from '#server/queries/members.ts'
import type { Settings } from '#server/settings.ts'
import type { Connection } from '#server/storage/database.ts'

/**
 * Counts as they are told: with as much besides as the server is to offer, and without small counts of people whose
 * records the user may not read, nor what would give them away. `within` are the cohorts whose sizes the user knows
 * and of which the counted are a part.
 */
export async function presentCounts(
  connection: Connection,
  user: User,
  { capabilities, minimumCell }: Settings,
  counts: PlanCounts,
  within: readonly Members[],
): Promise<PlanCounts> {
  const { data, split, totals, splitByCollection } = counts
  const hidden = new Set<CountRow | PedigreeRow>()
  let isAnythingSmall = false
  if (isDiscreet({ reader: user, minimumCell })) {
    const sizes: ReadonlyMap<string, number>[] = []
    for (const members of within) sizes.push(await sizesByCollection(connection, members))
    const collections = new Set([...data.map((row) => row.collection), ...(splitByCollection?.keys() ?? [])])
    for (const collection of collections) {
      if (mayRead(user, collection)) continue
      const rows = data.filter((row) => row.collection === collection)
      const own = rows.map((row) => row.count ?? 0)
      const matching = own.reduce((sum, count) => sum + count, 0)
      const { no_match, unknown, no_record } = splitByCollection?.get(collection) ?? {}
      const rests = [
        ...sizes.map((size) => [(size.get(collection) ?? 0) - matching]),
        [no_match ?? 0, unknown ?? 0, no_record ?? 0],
        // Who is not affected is told by who is.
        ...rows.map((row) =>
          'affected_count' in row ? [row.affected_count ?? 0, (row.count ?? 0) - (row.affected_count ?? 0)] : [],
        ),
      ]
      for (const rest of rests) {
        const cells = hiddenCells([...own, ...rest], minimumCell)
        isAnythingSmall ||= cells.includes(true)
        for (const [place, row] of rows.entries()) if (cells[place]) hidden.add(row)
      }
    }
  }
  // How families spread is not told by collection, and a few families of a size may be a few people nobody is to find.
  const tellsOfFew = isDiscreet({ reader: user, minimumCell }) && data.some((row) => !mayRead(user, row.collection))
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

function withoutSpread({ pedigrees, individuals, affected, possible }: Totals): Totals {
  const spread = { certain: null, placeholders: null, by_size: [], by_size_seen: [], by_affected: [] }
  return { pedigrees, individuals, affected, possible, ...spread }
}

function withoutCounts(row: CountRow | PedigreeRow): CountRow | PedigreeRow {
  return 'pedigree_count' in row
    ? { ...row, pedigree_count: 0, count: null, affected_count: null, hidden: true }
    : { ...row, count: null, hidden: true }
}
