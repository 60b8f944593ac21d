import type { DistributionOfCohort } from '#contract/shapes/entities.ts'
import { useAtomValue } from 'jotai'
import { formatCount } from '#domain/numbers.ts'
import type { VariableCondition } from '#domain/rules.ts'
import { Narrow, RULES } from '#entities/narrow.tsx'
import { isOfferedAtom } from '#entities/session.ts'
import { numberShape, type Bin, type BoxNumbers } from '#ui/charts/histogram-shape.ts'
import { Histogram } from '#ui/charts/histogram.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'

interface DistributionBarsProps {
  /** The variable, and of several cohorts its cohort. */
  label: string
  variableName: string
  spread: DistributionOfCohort
  /** Quartiles, whiskers and outliers of the same cohort. */
  box?: BoxNumbers | null
  height?: number
}

/** The histogram of a number in a cohort; each bar leads to a cohort of its individuals. */
export function DistributionBars({ label, variableName, spread, box = null, height }: DistributionBarsProps) {
  const bins = shownBins(spread)
  const canBuild = useAtomValue(isOfferedAtom)(RULES)
  // Bars that leave out collections count fewer individuals than a cohort would.
  const isLinked = canBuild && spread.leftOut.length === 0
  const link = (place: number, words: string, isStop: boolean) => (
    <Narrow
      words={`${variableName} ${words.replace(/: [^:]*$/, '')}`}
      look="column"
      tooltip={`${words}. Build a cohort of these.`}
      parentId={spread.cohortId}
      where={binConditions(variableName, bins, place)}
      isInGrid={!isStop}
    >
      <VisuallyHidden>
        {variableName} {words}
      </VisuallyHidden>
    </Narrow>
  )
  return (
    <Histogram
      shape={numberShape(label, bins, formatCount, box)}
      link={isLinked ? link : undefined}
      {...(height !== undefined && { height })}
    />
  )
}

/** A suppressed count has no bar. */
export function shownBins(spread: DistributionOfCohort): Bin[] {
  return (spread.bins ?? []).map(({ from, to, count }) => ({ from, to, count: count ?? 0 }))
}

/**
 * The conditions that match exactly the individuals of a bin. Bins of whole numbers end at their last number, others at
 * the start of the next. With disclosure control the first and the last of these include all values beyond, and without
 * it there are none beyond, so that these two have one condition each.
 */
export function binConditions(
  variableName: string,
  bins: readonly { readonly from: number; readonly to: number }[],
  place: number,
): readonly VariableCondition[] {
  const [bin, next, before] = [bins[place], bins[place + 1], bins[place - 1]]
  if (bin === undefined) return []
  const neighbours = next ? [bin, next] : [before, bin]
  const isWhole = (neighbours[0]?.to ?? Infinity) < (neighbours[1]?.from ?? -Infinity)
  const [from, to] = [String(bin.from), String(bin.to)]
  if (isWhole) {
    return [
      from === to
        ? { variableName, operator: 'EQ', values: [from] }
        : { variableName, operator: 'BETWEEN', values: [from, to] },
    ]
  }
  return [
    ...(before ? [{ variableName, operator: 'GTE', values: [from] } as const] : []),
    ...(next ? [{ variableName, operator: 'LT', values: [to] } as const] : []),
  ]
}
