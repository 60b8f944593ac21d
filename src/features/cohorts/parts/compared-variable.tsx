import type { DistributionOfCohort, Variable } from '#contract/shapes/entities.ts'
import { useAtomValue } from 'jotai'
import { variableDistribution } from '#contract/variables.ts'
import { LeftOut } from '#entities/left-out.tsx'
import { Loaded, QueryResult } from '#entities/loaded.tsx'
import { DistributionBars } from '#entities/distributions/distribution-bars.tsx'
import { isOfferedAtom } from '#entities/session.ts'
import { useCall } from '#entities/call-atoms.ts'
import { NO_RECORD, noAnswerWords } from '#domain/missing-labels.ts'
import { valueWords } from '#entities/value-words.ts'
import { VariablePicker } from '#entities/pickers/variable-picker.tsx'
import { variableAtom } from '#entities/variables/variables.ts'
import { aligned, ComparedTable } from '#features/cohorts/parts/compared-table.tsx'
import { rangeWords } from '#ui/charts/range-words.ts'
import stack from '#ui/stack.module.css'

interface ComparedVariableProps {
  cohortIds: readonly number[]
  names: readonly string[]
  variableName: string | null
  onChoose: (variableName: string) => void
}

/** A variable's distribution in each of the cohorts. */
export function ComparedVariable({ cohortIds, names, variableName, onChoose }: ComparedVariableProps) {
  const isSupported = useAtomValue(isOfferedAtom)(variableDistribution)
  const variable = useAtomValue(variableAtom({ name: variableName ?? '' }))
  const distribution = useCall({
    endpoint: variableDistribution,
    request: isSupported && variableName !== null ? { variableName, cohortIds: [...cohortIds] } : null,
    key: 'distribution',
  })
  if (!isSupported) return null
  return (
    <section className={stack['section']} aria-label="Explore a variable">
      <h2>Explore a variable</h2>
      <div className={stack['narrow']}>
        <VariablePicker label="Variable" variableName={variableName} onChoose={onChoose} />
      </div>
      {variableName !== null && (
        <Loaded resource={variable}>
          {(found) =>
            found && (
              <QueryResult query={distribution}>
                {({ data }) => <Spreads variable={found} spreads={data} names={names} />}
              </QueryResult>
            )
          }
        </Loaded>
      )}
    </section>
  )
}

function Spreads(props: { variable: Variable; spreads: readonly DistributionOfCohort[]; names: readonly string[] }) {
  const { variable, spreads, names } = props
  const noAnswer = noAnswerWords(variable.dataType)
  const counts = spreads.map((spread) => new Map(countsOf(spread, noAnswer)))
  const hasBins = spreads.some(({ bins = [] }) => bins.length > 1)
  return (
    <>
      {hasBins && (
        <div className={stack['two']}>
          {spreads.map((spread, place) => (
            <section key={spread.cohortId} className={stack['section']} aria-label={names[place]}>
              <h3>{names[place]}</h3>
              <DistributionBars
                label={`${variable.variableName} in ${names[place] ?? ''}`}
                variableName={variable.variableName}
                spread={spread}
              />
            </section>
          ))}
        </div>
      )}
      <ComparedTable
        label={`${variable.variableName} in each`}
        header={variable.variableName}
        names={names}
        rows={aligned(counts)}
        wordsOf={(key) => (key === noAnswer || key === NO_RECORD ? key : valueWords(variable, key))}
      />
      <p className={stack['muted']}>Percent of the whole cohort; difference in percentage points from {names[0]}.</p>
      <LeftOut collections={spreads.flatMap(({ leftOut }) => leftOut)} />
    </>
  )
}

function countsOf(
  { categories = [], bins = [], missing, noRecord }: DistributionOfCohort,
  noAnswer: string,
): [string, number | null][] {
  const ranges = rangeWords(bins)
  return [
    ...categories.map(([value, count]): [string, number | null] => [value ?? '', count]),
    ...bins.map(({ count }, place): [string, number | null] => [ranges[place] ?? '', count]),
    [noAnswer, missing],
    [NO_RECORD, noRecord],
  ]
}
