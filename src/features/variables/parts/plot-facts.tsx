import { formatCount } from '#domain/numbers.ts'
import type { Plotted } from '#features/variables/against-pictures.ts'
import { Fact } from '#features/variables/parts/fact.tsx'
import styles from '#features/variables/screens/variable.module.css'
import stack from '#ui/stack.module.css'

/** Individuals with and without answers to two variables, and the correlation of two numbers. */
export function PlotFacts({ variables: [first, second], table }: Plotted) {
  const { answered, missing, correlation, leftOut } = table
  return (
    <>
      <dl className={styles['numbers']} aria-label="Summary">
        <Fact name="n" text={formatCount(answered)} />
        {correlation && <Fact name="Pearson r" text={coefficient(correlation.pearson)} />}
        {correlation && <Fact name="Spearman ρ" text={coefficient(correlation.spearman)} />}
        <Fact name={`Without ${first.variableName}`} text={formatCount(missing[0])} />
        <Fact name={`Without ${second.variableName}`} text={formatCount(missing[1])} />
        <Fact name="Without one or both" text={formatCount(missing[2])} />
      </dl>
      {leftOut.length > 0 && (
        <p className={stack['muted']}>
          Not counted: {leftOut.toSorted().join(', ')}. Only individuals whose records you may read are counted.
        </p>
      )}
    </>
  )
}

function coefficient(value: number | null): string {
  if (value === null) return '–'
  const text = Math.abs(value).toFixed(3)
  const sign = value < 0 && text !== '0.000' ? '−' : ''
  // A rounded 1 would say that the relation is exact.
  return Math.abs(value) < 1 && text === '1.000' ? `${sign}> 0.999` : `${sign}${text}`
}
