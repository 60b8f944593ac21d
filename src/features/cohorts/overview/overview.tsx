import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { CommandLink } from '#command-kit/command-link.tsx'
import { cohortPreview } from '#contract/cohorts.ts'
import type { Cohort, CountRow, PedigreeRow, Totals } from '#contract/shapes/entities.ts'
import { formatSize, countOf } from '#domain/numbers.ts'
import { SummaryHead, useCrossTable, useIsSuppressed } from '#entities/cohorts/counts/cross-table.tsx'
import { MemberPanels, Members } from '#entities/cohorts/counts/member-panels.tsx'
import { HIDDEN_NOTE, Panel, SEX_AND_AGE, Waiting } from '#entities/cohorts/counts/panel.tsx'
import { Sizes, spreadsOf } from '#entities/cohorts/counts/pedigree-totals.tsx'
import { NotCountedAnywhere } from '#entities/counts/count-notes.tsx'
import { Loaded } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { capabilitiesAtom } from '#entities/session/session.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from '#entities/cohorts/counts/panels.module.css'
import stack from '#ui/stack.module.css'

const PyramidPanel = lazy(async () => ({
  default: (await import('#entities/cohorts/counts/pyramid-panel.tsx')).PyramidPanel,
}))

/** Drawn at a key alone. */
const Summary = lazy(async () => ({ default: (await import('#entities/cohorts/counts/summary.tsx')).Summary }))

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
  const isTable = useCrossTable()
  const hasAffected = cohort.variableName !== null
  const counts = rows.filter((row): row is CountRow => !('pedigreeCount' in row))
  const hasUnread = useIsSuppressed(counts)
  // Pedigrees have no totals then.
  const isSuppressed = counts.length === 0 ? totals === null : hasUnread
  return (
    <>
      <SummaryHead isTable={isTable} {...(counts.length === 0 && { table: 'Table by collection' })} />
      <NotCountedAnywhere />
      {isTable ? (
        <Suspense fallback={<Skeleton lines={6} />}>
          <Summary
            rows={rows}
            valueHeader={cohort.variableName ?? 'Value'}
            valueWords={valueWords}
            hasAffected={hasAffected}
          />
        </Suspense>
      ) : (
        <div className={styles['grid']}>
          {counts.length > 0 ? (
            <MemberPanels
              cohortId={cohort.cohortId}
              variableName={cohort.variableName}
              rows={counts}
              {...{ isSuppressed, dataType, valueWords }}
            />
          ) : (
            <CollectionPanels
              rows={rows.filter((row): row is PedigreeRow => 'pedigreeCount' in row)}
              families={totals?.pedigrees ?? null}
            />
          )}
          <Suspense
            fallback={
              <Panel title={SEX_AND_AGE} isLate>
                <Waiting />
              </Panel>
            }
          >
            <PyramidPanel cohortId={cohort.cohortId} isOnRequest={isSuppressed} />
          </Suspense>
          {counts.length > 0 && <FamilySizesPanel cohortId={cohort.cohortId} isSuppressed={isSuppressed} />}
          {counts.length === 0 && totals !== null && totals.bySize.length > 0 && (
            <PedigreePanels totals={totals} hasAffected={hasAffected} />
          )}
        </div>
      )}
    </>
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
