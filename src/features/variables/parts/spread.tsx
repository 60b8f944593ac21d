import { useAtomValue } from 'jotai'
import { variableDistribution } from '#contract/variables.ts'
import type { DistributionOfCohort } from '#contract/shapes-of-extensions.ts'
import type { Variable } from '#contract/shapes.ts'
import { isFlag } from '#domain/data-types.ts'
import { formatCount, wordFor } from '#domain/numbers.ts'
import { LeftOut } from '#entities/left-out.tsx'
import { QueryResult } from '#entities/loaded.tsx'
import { capabilitiesAtom } from '#entities/session.ts'
import { Term } from '#entities/term.tsx'
import { useCall } from '#entities/use-call.ts'
import { Histogram } from '#ui/histogram.tsx'
import stack from '#ui/stack.module.css'

/** How numbers are spread, and how many have no answer or no record; where the back end can tell. */
export function Spread({ variable, cohortId }: { variable: Variable; cohortId: number }) {
  const canTell = useAtomValue(capabilitiesAtom).includes('distribution')
  const distribution = useCall({
    endpoint: variableDistribution,
    request: canTell ? { variable_name: variable.variable_name, cohortids: [cohortId] } : null,
    key: 'distribution',
  })
  if (!canTell) return null
  return (
    <QueryResult query={distribution}>
      {({ data }) => (data[0] === undefined ? null : <SpreadOf cohort={data[0]} variable={variable} />)}
    </QueryResult>
  )
}

function SpreadOf({ cohort, variable }: { cohort: DistributionOfCohort; variable: Variable }) {
  const bins = (cohort.bins ?? []).map(({ from, to, count }) => ({ from, to, count: count ?? 0 }))
  return (
    <>
      {bins.length > 1 && <Histogram label={`Spread of ${variable.variable_name}`} bins={bins} format={formatCount} />}
      <dl className={stack['facts']}>
        <dt>
          <Term id={isFlag(variable.data_type) ? 'not-ticked' : 'no-answer'} />
        </dt>
        <dd>{shown(cohort.missing)} with a record of the form</dd>
        <dt>
          <Term id="no-record" />
        </dt>
        <dd>
          {shown(cohort.no_record)} {wordFor(cohort.no_record ?? 0, 'was', 'were')} never given the form
        </dd>
      </dl>
      <LeftOut collections={cohort.left_out} />
    </>
  )
}

function shown(count: number | null): string {
  return count === null ? 'hidden' : formatCount(count)
}
