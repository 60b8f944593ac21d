import { constructPreview } from '#contract/custom-variable-drafts.ts'
import type { ConstructPreview } from '#contract/shapes/entities.ts'
import { notCountedWords } from '#domain/access.ts'
import { countOf, formatCount, formatMeasure, formatSize } from '#domain/numbers.ts'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { Term } from '#entities/terms/term.tsx'
import { ExampleResult } from '#features/custom-variables/result/example-result.tsx'
import type { ScoreBuilder } from '#features/custom-variables/score/use-score-builder.ts'
import { numberShape } from '#ui/charts/histogram-shape.ts'
import { Histogram } from '#ui/charts/histogram.tsx'
import { classNames } from '#ui/class-names.ts'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'

/** The distribution of the score and its summary, which follow the formula. */
export function ScoreResult({ builder }: { builder: ScoreBuilder }) {
  const { live, draft } = builder
  if (!live.canPreview) return null
  if (live.data === undefined && !live.query.isError) {
    return <ExampleResult kind="score" next="The distribution appears here and follows your changes." />
  }
  return (
    <section className={stack['section']} aria-label="Result" aria-busy={live.isOlder}>
      <h2>Result</h2>
      <QueryResult query={live.query}>
        {(data) => (
          <div className={classNames(stack['section'], live.isOlder && stack['dimmed'])}>
            <Outside builder={builder} data={data} />
            <Numbers data={data} unit={draft.unit} />
          </div>
        )}
      </QueryResult>
    </section>
  )
}

/** The scores outside the expected range. */
function Outside({
  builder: { range, outsideRequest },
  data: { score },
}: {
  builder: ScoreBuilder
  data: ConstructPreview
}) {
  const outside = useCall({ endpoint: constructPreview, request: outsideRequest, key: 'score-outside' })
  const { answered, mean } = outside.data?.score ?? { answered: 0, mean: null }
  if (range === null || mean === null || !score || outside.isPlaceholderData) return null
  const count = Math.round(answered * mean)
  const words = `the expected range ${range.least} to ${range.most}`
  if (count === 0) return <p className={stack['muted']}>All scores are in {words}.</p>
  return <Notice tone="warning" title={`${countOf(count, 'individual')} with a score outside ${words}.`} />
}

function Numbers({ data, unit }: { data: ConstructPreview; unit: string }) {
  const { score } = data
  if (!score) return null
  return (
    <>
      {score.bins.length > 1 && (
        <Histogram
          shape={numberShape(
            unit === '' ? 'the score' : `the score (${unit})`,
            score.bins,
            formatCount,
            score.quantiles && {
              quantiles: score.quantiles,
              whiskers: [score.quantiles[0], score.quantiles[4]],
              outliers: [],
            },
          )}
        />
      )}
      <dl className={stack['facts']}>
        <dt>Individuals with a score</dt>
        <dd>{formatCount(score.answered)}</dd>
        {score.mean !== null && (
          <>
            <dt>Mean (SD)</dt>
            <dd>
              {formatMeasure(score.mean, score.sd)} {score.sd !== null && `(${formatMeasure(score.sd)})`}
            </dd>
          </>
        )}
        {score.quantiles && (
          <>
            <dt>Median (quartiles)</dt>
            <dd>
              {formatMeasure(score.quantiles[2])} ({formatMeasure(score.quantiles[1])} to{' '}
              {formatMeasure(score.quantiles[3])})
            </dd>
            <dt>Range</dt>
            <dd>
              {formatMeasure(score.quantiles[0])} to {formatMeasure(score.quantiles[4])}
            </dd>
          </>
        )}
        <dt>Unknown</dt>
        <dd>{formatSize(data.unknown)} with a missing answer</dd>
        <dt>
          <Term id="no-record" />
        </dt>
        <dd>{formatSize(data.noRecord)} never received a form</dd>
      </dl>
      {data.notCounted != null && data.notCounted > 0 && (
        <p className={stack['muted']}>
          {notCountedWords(data.notCountedCollections ?? [])} ({countOf(data.notCounted, 'individual')}).
        </p>
      )}
    </>
  )
}
