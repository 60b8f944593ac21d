import type { SummaryOfCohort } from '#contract/shapes/entities.ts'
import { countOf, formatCount, formatMeasure } from '#domain/numbers.ts'
import { Fact } from '#features/variables/parts/fact.tsx'
import styles from '#features/variables/screens/variable.module.css'
import stack from '#ui/stack.module.css'

type Numbers = NonNullable<SummaryOfCohort['numbers']>

/** n, mean, SD, median and IQR, and the outliers by name. */
export function NumberFacts({ numbers }: { numbers: Numbers }) {
  const { n, mean, sd, quantiles, outliers } = numbers
  const beyond = outliers.below + outliers.above
  return (
    <>
      <dl className={styles['numbers']} aria-label="Summary">
        <Fact name="n" text={formatCount(n)} />
        <Fact name="Mean" text={formatMeasure(mean, sd)} />
        <Fact name="SD" text={formatMeasure(sd)} />
        <Fact name="Median" text={formatMeasure(quantiles?.[2] ?? null)} />
        <Fact name="IQR" text={quantiles ? `${formatMeasure(quantiles[1])} to ${formatMeasure(quantiles[3])}` : '–'} />
        <Fact
          name="Range"
          text={quantiles ? `${formatMeasure(quantiles[0])} to ${formatMeasure(quantiles[4])}` : '–'}
        />
      </dl>
      {beyond > 0 && (
        <p className={stack['muted']}>
          {countOf(beyond, 'outlier')} (beyond 1.5 IQR of the quartiles): {formatCount(outliers.below)} below,{' '}
          {formatCount(outliers.above)} above. {outliers.values.length === 1 ? 'It is' : 'Farthest from the median:'}{' '}
          {outliers.values
            .map(([value, count]) => `${formatMeasure(value)}${count > 1 ? ` (${formatCount(count)})` : ''}`)
            .join(', ')}
          .
        </p>
      )}
    </>
  )
}

export function DateFacts({ dates }: { dates: NonNullable<SummaryOfCohort['dates']> }) {
  const { n, quantiles, withoutYear } = dates
  return (
    <>
      <dl className={styles['numbers']} aria-label="Summary">
        <Fact name="n" text={formatCount(n)} />
        <Fact name="Median" text={quantiles?.[2] ?? '–'} />
        <Fact name="IQR" text={quantiles ? `${quantiles[1]} to ${quantiles[3]}` : '–'} />
        <Fact name="Range" text={quantiles ? `${quantiles[0]} to ${quantiles[4]}` : '–'} />
      </dl>
      {withoutYear > 0 && <p className={stack['muted']}>{countOf(withoutYear, 'date')} of an unknown year.</p>}
    </>
  )
}

export function LengthFacts({ lengths }: { lengths: NonNullable<SummaryOfCohort['lengths']> }) {
  const { n, mean, quantiles } = lengths
  return (
    <dl className={styles['numbers']} aria-label="Length of the texts">
      <Fact name="n" text={formatCount(n)} />
      <Fact name="Mean length" text={mean === null ? '–' : `${formatMeasure(mean)} characters`} />
      <Fact name="Median length" text={formatMeasure(quantiles?.[2] ?? null)} />
      <Fact name="Longest" text={formatMeasure(quantiles?.[4] ?? null)} />
    </dl>
  )
}
