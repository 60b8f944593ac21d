import { conditionWords } from '#domain/constraint.ts'
import { formatCount, formatShare } from '#domain/numbers.ts'
import { QueryResult } from '#entities/loaded.tsx'
import { valueWords } from '#entities/value-words.ts'
import { CountTable } from '#features/cohorts/parts/count-table.tsx'
import { SPLIT_LABELS } from '#features/cohorts/split-labels.ts'
import { totalOf } from '#features/cohorts/subset-draft.ts'
import styles from '#features/cohorts/screens/subset-builder.module.css'
import type { SubsetBuilder } from '#features/cohorts/use-subset-builder.ts'
import { classNames } from '#ui/class-names.ts'
import { Notice } from '#ui/notice.tsx'
import { SplitBar } from '#ui/split-bar.tsx'
import stack from '#ui/stack.module.css'

/** The live numbers of the definition as it stands, and the table of the one that was applied. */
export function SubsetResult({ builder }: { builder: SubsetBuilder }) {
  const { draft, variable, applied } = builder
  const meaning = (value: string) => (variable ? valueWords(variable, value) : value)
  if (!builder.isComplete || draft.condition === null) {
    return (
      <div className={styles['result']}>
        <Notice title={draft.variableName === null ? 'Choose a variable to filter by.' : 'Complete the filter.'}>
          The counts appear here as you type.
        </Notice>
      </div>
    )
  }
  return (
    <div className={styles['result']}>
      <section className={stack['section']} aria-label="Live result">
        <p className={stack['muted']}>
          {conditionWords(draft.variableName ?? '', draft.condition.operator, draft.condition.values, meaning)}
        </p>
        <QueryResult query={builder.live.query}>{() => <LiveNumbers builder={builder} />}</QueryResult>
      </section>
      <section className={stack['section']} aria-label="Summary">
        <h2>Summary</h2>
        {applied === null ? (
          <p className={stack['muted']}>Apply fetches the counts by value, collection, consent, study and diagnosis.</p>
        ) : (
          <QueryResult query={applied.query}>
            {({ data }) => (
              <div className={classNames(stack['section'], !applied.isCurrent && stack['dimmed'])}>
                {!applied.isCurrent && <p>The definition has changed since: apply it again.</p>}
                <CountTable rows={data} valueHeader={draft.variableName ?? 'Value'} valueWords={meaning} />
              </div>
            )}
          </QueryResult>
        )}
      </section>
    </div>
  )
}

function LiveNumbers({ builder }: { builder: SubsetBuilder }) {
  const { data, isOlder } = builder.live
  if (!data) return null
  const { split } = data
  const total = split?.match ?? totalOf(data.data)
  const whole = split ? split.match + split.no_match + split.unknown + split.no_record : 0
  return (
    <div className={classNames(stack['section'], isOlder && stack['dimmed'])} aria-live="polite" aria-busy={isOlder}>
      <p className={stack['big']}>
        {formatCount(total)}{' '}
        <span className={stack['unit']}>
          {split
            ? `of ${formatCount(whole)} individuals match`
            : total === 1
              ? 'individual matches'
              : 'individuals match'}
        </span>
      </p>
      {split && (
        <SplitBar
          label="Where everybody went"
          parts={SPLIT_LABELS.map(({ key, label }) => ({ key, label, count: split[key] }))}
          format={formatCount}
          share={(count) => formatShare(count, whole)}
        />
      )}
      {split && split.unknown > 0 && (
        <p className={stack['muted']}>
          Unknown: the form was given but the answer is missing. They are not in the subset, nor in its opposite.
        </p>
      )}
    </div>
  )
}
