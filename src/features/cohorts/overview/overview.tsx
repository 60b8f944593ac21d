import { useAtomValue } from 'jotai'
import { useSearchParams } from 'react-router-dom'
import { CommandButton, CommandKeys } from '#command-kit/command-button.tsx'
import type { Cohort, CountRow, PedigreeRow, Totals } from '#contract/shapes/entities.ts'
import { mayRead } from '#domain/access.ts'
import { STRATUM_WORDS, type StratumField } from '#domain/cohorts/rules.ts'
import { isCategory } from '#domain/data-types.ts'
import { formatSize } from '#domain/numbers.ts'
import { hiddenWords, pivotOf, type Dimension } from '#entities/cohorts/counts/count-pivot.ts'
import { Summary } from '#entities/cohorts/counts/summary.tsx'
import { NotCountedAnywhere } from '#entities/counts/count-notes.tsx'
import { capabilitiesAtom, readerAtom } from '#entities/session/session.ts'
import { FamilySizesPanel, PedigreePanels } from '#features/cohorts/overview/family-panels.tsx'
import { Members } from '#features/cohorts/overview/members-panel.tsx'
import { PyramidPanel } from '#features/cohorts/overview/pyramid-panel.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import styles from '#features/cohorts/overview/overview.module.css'

interface OverviewProps {
  cohort: Cohort
  rows: readonly (CountRow | PedigreeRow)[]
  totals: Totals | null
  /** The data type of the cohort's variable; empty without one. */
  dataType: string
  /** A code with its meaning. */
  valueWords: (value: string) => string
}

/** A cohort's members in small pictures, one for each dimension; in their place, at a key, the table of all rows. */
export function Overview({ cohort, rows, totals, dataType, valueWords }: OverviewProps) {
  const [params, setParams] = useSearchParams()
  const isTable = params.get('show') === 'table'
  const hasAffected = cohort.variableName !== null
  const toggle = () =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (isTable) next.delete('show')
        else next.set('show', 'table')
        return next
      },
      { replace: true },
    )
  usePaneActions({ 'list.show-cross-table': { available: true, run: toggle } })
  const counts = rows.filter((row): row is CountRow => !('pedigreeCount' in row))
  const reader = useAtomValue(readerAtom)
  // With MIN_CELL, each collection that the user may not read is one row without study, consent and diagnosis, and
  // pedigrees have no totals.
  const unread = counts.filter(({ collection }) => !mayRead(reader, collection))
  const isSuppressed =
    counts.length === 0
      ? totals === null
      : unread.length > 0 && unread.every((row) => `${row.studyId}${row.consent}${row.dxNimh}` === '')
  return (
    <>
      <div className={styles['strip']}>
        <h2>Summary</h2>
        <CommandButton id="list.show-cross-table" args={{}} size="small" variant="quiet" isPressed={isTable}>
          {counts.length > 0 ? 'Full cross-table' : 'Table by collection'}
          <span className={styles['keys']} aria-hidden="true">
            <CommandKeys id="list.show-cross-table" />
          </span>
        </CommandButton>
      </div>
      <NotCountedAnywhere />
      {isTable ? (
        <Summary
          rows={rows}
          valueHeader={cohort.variableName ?? 'Value'}
          valueWords={valueWords}
          hasAffected={hasAffected}
        />
      ) : (
        <div className={styles['grid']}>
          {counts.length > 0 ? (
            <>
              <ValuePanel cohort={cohort} rows={counts} dataType={dataType} valueWords={valueWords} />
              {STRATA.map(([by, field]) => (
                <StratumPanel key={by} cohortId={cohort.cohortId} rows={counts} by={by} {...{ isSuppressed, field }} />
              ))}
            </>
          ) : (
            <CollectionPanels
              rows={rows.filter((row): row is PedigreeRow => 'pedigreeCount' in row)}
              families={totals?.pedigrees ?? null}
            />
          )}
          <PyramidPanel cohortId={cohort.cohortId} isOnRequest={isSuppressed} />
          {counts.length > 0 && <FamilySizesPanel cohortId={cohort.cohortId} isSuppressed={isSuppressed} />}
          {counts.length === 0 && totals !== null && totals.bySize.length > 0 && (
            <PedigreePanels totals={totals} hasAffected={hasAffected} />
          )}
        </div>
      )}
    </>
  )
}

const STRATA: readonly (readonly [by: Dimension, field: StratumField])[] = [
  ['dxNimh', 'dx_nimh'],
  ['collection', 'collection'],
  ['studyId', 'study_id'],
  ['consent', 'consent'],
]

interface StratumPanelProps {
  cohortId: number
  rows: readonly CountRow[]
  isSuppressed: boolean
  by: Dimension
  field: StratumField
}

/** Members by collection, study, consent or diagnosis. These belong to individuals: a bar leads to a rule on a stratum. */
function StratumPanel({ cohortId, rows, isSuppressed, by, field }: StratumPanelProps) {
  const { rows: sums, total } = pivotOf(rows, by, null)
  const canNarrow = useAtomValue(capabilitiesAtom).includes('rule-strata') && !isSuppressed
  const title = STRATUM_WORDS[field]
  if (!sums.some(({ key, total: { count } }) => key !== '' && count > 0)) return null
  const none = isSuppressed ? 'not shown or not recorded' : 'not recorded'
  return (
    <Members
      title={title}
      bars={sums.map(({ key, total: cell, total: { count } }) => ({
        key,
        label: key === '' ? none : key,
        count,
        size: hiddenWords(cell),
        ...(canNarrow &&
          key !== '' &&
          count > 0 && {
            counted: { words: `${title} ${key}`, parentId: cohortId, stratum: { field, values: [key] } },
          }),
      }))}
      whole={total.count}
      hasHidden={total.hidden > 0}
    />
  )
}

type ValuePanelProps = Omit<OverviewProps, 'rows' | 'totals'> & { rows: readonly CountRow[] }

/** Members by the answer to the variable of a subset; each bar of a category leads to the subset with its answer. */
function ValuePanel({ cohort, rows, dataType, valueWords }: ValuePanelProps) {
  const { cohortId, variableName } = cohort
  const { rows: sums, total } = pivotOf(rows, 'value', null)
  if (variableName === null || sums.length < 2) return null
  // Where a value is not shown, a subset would have more members than the bar.
  const isExact = isCategory(dataType) && rows.every(({ value, count }) => value !== null && count !== null)
  return (
    <Members
      title={variableName}
      bars={sums.map(({ key, total: cell, total: { count } }) => {
        const label = key === '' ? '–' : valueWords(key)
        const where = [{ variableName, operator: 'EQ', values: [key] } as const]
        const counted = { words: `${variableName} ${label}`, parentId: cohortId, where }
        return { key, label, count, size: hiddenWords(cell), ...(isExact && count > 0 && { counted }) }
      })}
      whole={total.count}
      hasHidden={total.hidden > 0}
    />
  )
}

interface CollectionPanelsProps {
  rows: readonly PedigreeRow[]
  /** Each counted once; null if not reported. */
  families: number | null
}

/** A pedigree cohort's members and families by collection; a family may have members in several. */
function CollectionPanels({ rows, families }: CollectionPanelsProps) {
  const individuals = rows.map(({ collection, count }) => ({
    key: collection,
    label: collection,
    count: count ?? 0,
    ...(count === null && { size: formatSize(count) }),
  }))
  const pedigrees = rows.map((row) => ({ key: row.collection, label: row.collection, count: row.pedigreeCount }))
  const sumOf = (bars: typeof individuals) => bars.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <Members
        title="Collection"
        bars={individuals}
        whole={sumOf(individuals)}
        hasHidden={rows.some(({ count }) => count === null)}
      />
      <Members
        title="Pedigrees by collection"
        label="Pedigrees by collection"
        counts="Pedigrees"
        bars={pedigrees}
        whole={families ?? sumOf(pedigrees)}
        hasHidden={false}
      />
    </>
  )
}
