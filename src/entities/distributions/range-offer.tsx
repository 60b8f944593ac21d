import { useState } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import { invocationOf } from '#command-kit/declaration.ts'
import { useRunCommand } from '#command-kit/hooks.ts'
import { conditionText } from '#domain/cohorts/rules.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { countOf } from '#domain/numbers.ts'
import { conditionsOfBars, type Bars } from '#entities/distributions/bar-conditions.ts'
import { Button } from '#ui/button.tsx'
import type { NamedShape } from '#ui/charts/histogram-shape.ts'
import type { BarSpan, Brush } from '#ui/charts/use-brush.ts'
import styles from '#entities/distributions/distributions.module.css'

export interface OfferedRange {
  readonly shape: NamedShape
  readonly variableName: string
  readonly bars: Bars
  readonly parentId: number
  /** The individuals of some bars; null if their number is not known. */
  readonly countOf: (span: BarSpan) => number | null
}

/** The selected bars of a picture, and the commands for their individuals. Enter begins a subset. */
export function useRangeOffer(offered: OfferedRange) {
  const [chosen, setChosen] = useState<{ readonly axis: string; readonly span: BarSpan | null } | null>(null)
  const run = useRunCommand('key')
  const axis = axisOf(offered)
  const brush: Brush = {
    // Places mean nothing on other bars.
    span: chosen?.axis === axis ? chosen.span : null,
    onSpan: (span) => setChosen({ axis, span }),
    onTake: (taken) => {
      const [only = '', ...more] = whereOf(offered, taken)
      // One condition is a subset; two are rules.
      const next =
        more.length === 0
          ? invocationOf('cohort.new-subset', { ...parentOf(offered), where: only })
          : invocationOf('cohort.build', { ...parentOf(offered), where: [only, ...more] })
      void run(next)
    },
  }
  return { ...offered, brush }
}

/** Equal for the same bars of the same cohort. */
function axisOf({ bars, parentId }: OfferedRange): string {
  return JSON.stringify([parentId, bars.bins.length, bars.bins[0]?.from, bars.bins.at(-1)?.to])
}

function whereOf({ variableName, bars }: OfferedRange, span: BarSpan): string[] {
  return conditionsOfBars(bars, span).map((condition) => conditionText({ variableName, ...condition }))
}

function parentOf({ parentId }: OfferedRange) {
  return parentId === ROOT_COHORT_ID ? {} : { parentId }
}

/** The selected range with its commands, in one line of the same height as the hint before. */
export function RangeOffer({ brush, ...offered }: ReturnType<typeof useRangeOffer>) {
  const { span, onSpan } = brush
  const parent = parentOf(offered)
  const where = span === null ? [] : whereOf(offered, span)
  const [only = ''] = where
  const look = { variant: 'secondary', size: 'small' } as const
  return (
    <div className={styles['offer']}>
      <span role="status" className={styles['words']}>
        {span === null ? '' : rangeWords(offered, span)}
      </span>
      {span === null ? (
        <span className={styles['hint']}>{SELECT_HINT}</span>
      ) : (
        <>
          {where.length === 1 ? (
            <CommandLink id="cohort.new-subset" args={{ ...parent, where: only }} {...look}>
              New subset of these
            </CommandLink>
          ) : (
            <CommandLink id="cohort.build" args={{ ...parent, where }} {...look}>
              New subset of these
            </CommandLink>
          )}
          <CommandButton id="cohort.add-rule" args={{ ...parent, where }} {...look}>
            Add as a rule
          </CommandButton>
          <Button size="small" variant="quiet" onClick={() => onSpan(null)}>
            Clear
          </Button>
        </>
      )}
    </div>
  )
}

export const SELECT_HINT = 'Drag over bars, or press Shift with the arrow keys, to select a range.'

/** "AGE 20 to 39 selected, 1,204 individuals" */
export function rangeWords(
  { variableName, shape, countOf: numberOf }: Pick<OfferedRange, 'variableName' | 'shape' | 'countOf'>,
  span: BarSpan,
): string {
  const count = numberOf(span)
  const words = `${variableName} ${shape.spanWords(span)} selected`
  return count === null ? words : `${words}, ${countOf(count, 'individual')}`
}
