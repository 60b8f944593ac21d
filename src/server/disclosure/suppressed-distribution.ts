import type { DistributionOfCohort } from '#contract/shapes/shapes-of-extensions.ts'
import { isCoded, isNumber } from '#domain/data-types.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import type { GuardContext } from '#server/disclosure/guard-context.ts'
import { answersOfUnreadable, type UnreadableAnswers } from '#server/disclosure/unreadable-answers.ts'
import type { Bins } from '#server/engine/counts/bins.ts'
import {
  readBins,
  readSpread,
  shownSpread,
  type Category,
  type DistributionQuery,
} from '#server/engine/counts/distribution.ts'
import { isCustom, type AnyVariable } from '#server/model/variable.ts'

/** `readDistribution` with disclosure control. */
export async function readSuppressedDistribution(
  context: GuardContext,
  query: DistributionQuery,
): Promise<DistributionOfCohort[]> {
  const data: DistributionOfCohort[] = []
  for (const cohortId of query.cohortIds) data.push(await readSpreadShown(context, query, cohortId))
  return data
}

/** Counts readable individuals exactly, and adds the unreadable counts that are shown. */
async function readSpreadShown(
  context: GuardContext,
  query: DistributionQuery,
  cohortId: number,
): Promise<DistributionOfCohort> {
  const { connection, read } = context
  const { variable } = query
  const unreadable = await answersOfUnreadable(context, cohortId, variable)
  const isNumeric = isNumber(variable.dataType)
  const areBinsFixed = unreadable.bins !== null
  const part = { part: 'readable' } as const
  const bins = isNumeric ? (unreadable.bins ?? (await readBins(connection, read, query, part))) : null
  const spread = await readSpread(connection, read, query, { cohortId, ...part }, bins)
  // Without fixed bins, unreadable individuals are in no bin.
  const others = isNumeric && !areBinsFixed ? null : unreadable
  const left = others === null ? context.guard.regions.keys() : unreadable.leftOut
  return {
    cohortid: cohortId,
    ...shownSpread(variable, withOthers(spread.categories, variable, bins, others), bins),
    missing: others ? plus(spread.missing, others.missing) : spread.missing,
    no_record: others ? plus(spread.noRecord, others.noRecord) : spread.noRecord,
    left_out: [...left],
  }
}

function withOthers(
  categories: readonly Category[],
  variable: AnyVariable,
  bins: Bins | null,
  others: UnreadableAnswers | null,
): Category[] {
  if (!others?.isCounted) return [...categories]
  const own = new Map(categories)
  const sum = (value: string): Category => [value, plus(own.get(value) ?? 0, others.ofValue(value))]
  if (bins) return Array.from({ length: bins.count }, (_, place) => sum(String(place)))
  if (!isCoded(variable.dataType)) return [...categories, [null, others.ofValue('')]]
  const values = isCustom(variable) ? [...variable.possibleValues, UNKNOWN_VALUE] : variable.possibleValues
  const listed = [...new Set([...values, ...[...own.keys()].filter((value) => value !== null)])].map(sum)
  return listed.toSorted(([, one], [, other]) => (other ?? -1) - (one ?? -1))
}

/** The sum of two counts; null if either is suppressed. */
export function plus(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other
}
