import { useAtomValue } from 'jotai'
import { useSearchParams } from 'react-router-dom'
import { CommandButton, CommandKeys } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import { cohortPreview } from '#contract/cohorts.ts'
import type { Cohort, CountRow, PedigreeRow, Totals } from '#contract/shapes/entities.ts'
import { mayRead } from '#domain/access.ts'
import { STRATUM_WORDS, type StratumField } from '#domain/cohorts/rules.ts'
import { isCategory } from '#domain/data-types.ts'
import { formatSize, countOf, formatCount, formatShare } from '#domain/numbers.ts'
import { hiddenWords, pivotOf, type Dimension } from '#entities/cohorts/counts/count-pivot.ts'
import { Sizes, spreadsOf } from '#entities/cohorts/counts/pedigree-totals.tsx'
import { Summary } from '#entities/cohorts/counts/summary.tsx'
import { NotCountedAnywhere } from '#entities/counts/count-notes.tsx'
import { Narrow, type Counted } from '#entities/counts/narrow.tsx'
import { Loaded } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { capabilitiesAtom, readerAtom } from '#entities/session/session.ts'
import { HIDDEN_NOTE, Panel, Waiting } from '#features/cohorts/overview/panel.tsx'
import { PyramidPanel } from '#features/cohorts/overview/pyramid-panel.tsx'
import { useRoving } from '#ui/use-roving.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { BarPicture } from '#workspace/pictures/bar-picture.tsx'
import styles from '#features/cohorts/overview/overview.module.css'
import stack from '#ui/stack.module.css'

/** More bars are in the table. */
const MOST_BARS = 8

interface MemberBar {
  readonly key: string
  readonly label: string
  readonly count: number
  readonly size?: string | undefined
  /** The rules of its individuals, and their words. */
  readonly counted?: Counted & { readonly words: string }
}

interface MembersProps {
  title: string
  /** The label of the list; by default the members by the title. */
  label?: string
  /** The noun that the bars count. */
  counts?: string
  bars: readonly MemberBar[]
  whole: number
  hasHidden: boolean
}

/** A cohort's members by one dimension, the largest first; each bar leads to a cohort of its individuals. */
function Members({ title, label, counts = 'Individuals', bars, whole, hasHidden }: MembersProps) {
  const notes = [
    bars.length > MOST_BARS ? `${formatCount(bars.length - MOST_BARS)} more in the table.` : '',
    hasHidden ? 'Hidden counts are not drawn.' : '',
  ].filter(Boolean)
  const shown = bars.toSorted((one, other) => other.count - one.count).slice(0, MOST_BARS)
  const { stop, ...roving } = useRoving(
    shown.flatMap(({ counted }, place) => (counted ? place : [])),
    1,
  )
  return (
    <Panel title={title} {...roving}>
      <BarPicture
        title={title}
        columns={[title, counts]}
        tableBars={bars}
        label={label ?? `Members by ${title}`}
        bars={shown.map(({ counted, ...bar }, place) => ({
          ...bar,
          link: counted && (
            <span data-stop={place}>
              <Narrow {...counted} isInGrid={place !== stop}>
                {bar.label}
              </Narrow>
            </span>
          ),
        }))}
        format={formatCount}
        share={(count) => formatShare(count, whole)}
        isCompact
      />
      {notes.length > 0 && <p className={stack['muted']}>{notes.join(' ')}</p>}
    </Panel>
  )
}

const MEMBERS = 'Members per pedigree'

/** The families of a pedigree cohort by their numbers of members. */
function PedigreePanels({ totals, hasAffected }: { totals: Totals; hasAffected: boolean }) {
  return spreadsOf(totals, hasAffected).map(([title, spread]) => (
    <Panel key={title} title={title}>
      <Sizes title={title} spread={spread} families={totals.pedigrees} />
    </Panel>
  ))
}

/** The families of the members of another cohort, by their members in it: its pedigree cohort without a criterion. */
function FamilySizesPanel({ cohortId, isSuppressed }: { cohortId: number; isSuppressed: boolean }) {
  const isSupported = useAtomValue(capabilitiesAtom).includes('totals')
  const families = useCall({
    endpoint: cohortPreview,
    request: isSupported && !isSuppressed ? { parentId: cohortId, cohortType: 'pedigree' } : null,
    key: 'cohort-preview',
  })
  if (!isSupported) return null
  if (isSuppressed) {
    return (
      <Panel title={MEMBERS}>
        <p className={stack['muted']}>{HIDDEN_NOTE}</p>
      </Panel>
    )
  }
  return (
    <Panel title={MEMBERS} isLate>
      <Loaded
        resource={{ ...families, data: families.isPlaceholderData ? undefined : families.data }}
        skeleton={<Waiting />}
      >
        {({ totals }) => {
          if (totals === null) return <p className={stack['muted']}>{HIDDEN_NOTE}</p>
          if (totals.byMembers.every(([members]) => members < 2)) {
            return <p className={stack['muted']}>No two members are in one pedigree.</p>
          }
          return (
            <>
              <Sizes title={MEMBERS} spread={totals.byMembers} families={totals.pedigrees} />
              <p className={stack['muted']}>
                Members of this cohort; percent of {countOf(totals.pedigrees, 'pedigree')} with a member here.{' '}
                <CommandLink id="pedigree.new" args={{ parentId: cohortId }}>
                  Ascertain pedigrees
                </CommandLink>
              </p>
            </>
          )
        }}
      </Loaded>
    </Panel>
  )
}

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
