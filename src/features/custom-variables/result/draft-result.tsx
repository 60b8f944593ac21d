import { lazy, Suspense } from 'react'
import type { ConstructPreview } from '#contract/shapes/entities.ts'
import { notCountedWords } from '#domain/access.ts'
import { NO_ANSWER, NO_RECORD, UNKNOWN_VALUE_WORDS } from '#domain/missing-labels.ts'
import { countOf, formatCount, formatShare } from '#domain/numbers.ts'
import { CountNotes } from '#entities/counts/count-notes.tsx'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { previewName } from '#features/custom-variables/draft-request.ts'
import { UNKNOWN_KEY, savedValues, valueTitle } from '#features/custom-variables/draft.ts'
import { ExampleResult } from '#features/custom-variables/result/example-result.tsx'
import { Findings } from '#features/custom-variables/result/findings.tsx'
import type { CustomVariableBuilder } from '#features/custom-variables/use-custom-variable-builder.ts'
import { BarList } from '#ui/charts/bar-list.tsx'
import { SplitBar } from '#ui/charts/split-bar.tsx'
import { classNames } from '#ui/class-names.ts'
import stack from '#ui/stack.module.css'

const CrossTable = lazy(async () => ({
  default: (await import('#features/custom-variables/result/cross-table.tsx')).CrossTable,
}))

/** The title on screen of a value's name in the count request. */
export type TitleOf = (name: string) => string

/** The number of individuals by value of the draft. */
export function DraftResult({ builder }: { builder: CustomVariableBuilder }) {
  const { draft, counts } = builder
  if (!counts.canPreview) return null
  if (counts.data === undefined && !counts.query.isError) {
    return <ExampleResult kind={draft.kind} next="Counts appear here and follow your changes." />
  }
  const names = new Map(draft.values.map(({ key }) => [previewName(key), valueTitle(draft, key)]))
  const titleOf: TitleOf = (name) => names.get(name) ?? name
  const left = savedValues(draft)
    .filter(({ key }) => counts.incomplete.has(key))
    .map(({ key }) => valueTitle(draft, key))
  return (
    <section className={stack['section']} aria-label="Result" aria-busy={counts.isOlder}>
      <h2>Result</h2>
      {left.length > 0 && (
        <p className={stack['muted']}>Not counted, definition incomplete: {left.slice(0, 6).join(', ')}.</p>
      )}
      <QueryResult query={counts.query}>
        {(data) => (
          <div className={classNames(stack['section'], counts.isOlder && stack['dimmed'])}>
            <Counts builder={builder} data={data} />
            <CountNotes leftOut={data.leftOut} />
            <Findings builder={builder} data={data} titleOf={titleOf} />
            <Suspense>
              <CrossTable builder={builder} data={data} titleOf={titleOf} />
            </Suspense>
          </div>
        )}
      </QueryResult>
    </section>
  )
}

/** One bar of all individuals; below, the values as percent of the individuals with a value. */
function Counts({ builder, data }: { builder: CustomVariableBuilder; data: ConstructPreview }) {
  const { draft, counts } = builder
  const hasDefault = draft.defaultKey !== null && draft.defaultKey !== UNKNOWN_KEY
  const values = [
    ...savedValues(draft).map(({ key }) => ({
      key,
      label: valueTitle(draft, key),
      count: counts.countOf(key) ?? null,
    })),
    ...(hasDefault && draft.defaultKey !== null
      ? [{ key: 'default', label: `${valueTitle(draft, draft.defaultKey)}, by default`, count: data.default }]
      : []),
  ]
  const isPart = values.some(({ count }) => count === null)
  const bars = values.map(withHidden)
  const withValue = bars.reduce((sum, { count }) => sum + count, 0)
  const parts = [
    { key: 'match', label: isPart ? 'With a value, without hidden counts' : 'With a value', count: withValue },
    { key: 'unknown', label: UNKNOWN_VALUE_WORDS, count: data.unknown },
    { key: 'noRecord', label: NO_RECORD, count: data.noRecord },
    ...(data.noAnswer === null ? [] : [{ key: 'noAnswer', label: NO_ANSWER, count: data.noAnswer }]),
    ...(data.notCounted
      ? [{ key: 'notCounted', label: notCountedWords(data.notCountedCollections ?? []), count: data.notCounted }]
      : []),
  ].map(withHidden)
  const whole = parts.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <SplitBar
        label="All individuals"
        parts={parts}
        format={formatCount}
        share={(count) => formatShare(count, whole)}
        base={`Percent of ${countOf(whole, 'individual')}.`}
      />
      <BarList
        label="Counts by value"
        bars={bars}
        format={formatCount}
        share={(count) => formatShare(count, withValue)}
      />
      {withValue > 0 && (
        <p className={stack['muted']}>Percent of the {countOf(withValue, 'individual')} with a value.</p>
      )}
    </>
  )
}

/** A suppressed count has no length. */
function withHidden<Part extends { readonly label: string; readonly count: number | null }>(part: Part) {
  const { label, count } = part
  return { ...part, label: count === null ? `${label} (hidden)` : label, count: count ?? 0 }
}
