import type { ConstructPreview } from '#contract/shapes-of-extensions.ts'
import { formatCount, formatShare } from '#domain/numbers.ts'
import { QueryResult } from '#entities/loaded.tsx'
import type { CustomVariableBuilder } from '#features/custom-variables/use-custom-variable-builder.ts'
import { BarList } from '#ui/bar-list.tsx'
import { classNames } from '#ui/class-names.ts'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'

/** Where everybody goes with the draft as it stands. */
export function DraftCounts({ builder }: { builder: CustomVariableBuilder }) {
  const { canPreview, live, problem, missing } = builder
  if (!canPreview) return null
  if (live.data === undefined && !live.query.isError) {
    return <Notice title={problem ?? missing.at(-1) ?? 'Counting…'}>The counts appear here as you go.</Notice>
  }
  return (
    <section
      className={classNames(stack['section'], live.isOlder && stack['dimmed'])}
      aria-label="Where everybody goes"
      aria-live="polite"
      aria-busy={live.isOlder}
    >
      <h2>Where everybody goes</h2>
      <QueryResult query={live.query}>{(counts) => <Counts builder={builder} counts={counts} />}</QueryResult>
    </section>
  )
}

function Counts({ builder, counts }: { builder: CustomVariableBuilder; counts: ConstructPreview }) {
  const { draft } = builder
  const defaultName = draft.values.find(({ key }) => key === draft.defaultKey)?.name ?? ''
  const bars = [
    ...counts.values.map(({ name, count, also_matched: also }, index) => ({
      key: name,
      label: `${draft.values[index]?.name || `value ${index + 1}`}${also ? ` (an earlier value takes ${formatCount(also)} more)` : ''}`,
      count: count ?? 0,
    })),
    ...(draft.defaultKey === null
      ? []
      : [{ key: 'default', label: `${defaultName || 'default'}, by default`, count: counts.default ?? 0 }]),
    { key: 'unknown', label: '[UNK]', count: counts.unknown ?? 0 },
    { key: 'no record', label: 'no record', count: counts.no_record ?? 0 },
    ...(counts.no_answer === null ? [] : [{ key: 'no answer', label: 'no answer', count: counts.no_answer }]),
  ]
  const whole = bars.reduce((sum, bar) => sum + bar.count, 0)
  return (
    <BarList label="Counts by value" bars={bars} format={formatCount} share={(count) => formatShare(count, whole)} />
  )
}
