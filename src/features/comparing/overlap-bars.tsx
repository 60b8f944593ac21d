import { useAtomValue } from 'jotai'
import { cohortOverlap } from '#contract/cohorts.ts'
import { rulesNew } from '#contract/rules.ts'
import type { Overlap } from '#contract/shapes/entities.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { formatShare, formatSize } from '#domain/numbers.ts'
import { CountNotes } from '#entities/counts/count-notes.tsx'
import type { Counted } from '#entities/counts/linked-cursor.ts'
import { Narrow } from '#entities/counts/narrow.tsx'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import { OverlapPicture } from '#features/comparing/overlap-picture.tsx'
import { withoutOlder } from '#features/comparing/reasons.ts'
import { DataTable, type Column } from '#ui/tables/data-table.tsx'
import styles from '#features/comparing/comparison.module.css'
import stack from '#ui/stack.module.css'

interface OverlapBarsProps {
  cohortIds: readonly number[]
  names: readonly string[]
}

/** Each individual once, by the exact set of cohorts that contain it: a picture and a table, largest set first. */
export function OverlapBars({ cohortIds, names }: OverlapBarsProps) {
  const isOffered = useAtomValue(isOfferedAtom)
  const isSupported = isOffered(cohortOverlap)
  const canBuild = isOffered(rulesNew)
  const overlap = useCall({
    endpoint: cohortOverlap,
    request: isSupported ? { cohortIds: [...cohortIds] } : null,
    key: 'overlap',
  })
  if (!isSupported) return null
  return (
    <section className={stack['section']} aria-label="Overlap">
      <h2>Overlap</h2>
      <QueryResult query={withoutOlder(overlap)}>
        {({ data }) => (
          <>
            <OverlapPicture
              cohortIds={cohortIds}
              names={names}
              overlaps={data}
              countedOf={canBuild ? (overlap) => combinationOf(overlap, cohortIds, names) : null}
            />
            <details>
              <summary>Combinations as a table</summary>
              <DataTable
                label="Individuals by combination of cohorts"
                columns={[
                  ...columnsOf(cohortIds, names, data),
                  ...(canBuild ? [newCohortColumn(cohortIds, names)] : []),
                ]}
                rows={data.toSorted((one, other) => (other.count ?? 0) - (one.count ?? 0))}
                rowKey={({ members }) => members.join(' ')}
              />
            </details>
            <CountNotes leftOut={data.flatMap(({ leftOut }) => leftOut)} />
          </>
        )}
      </QueryResult>
    </section>
  )
}

/** The rules of a combination: the cohorts that contain its individuals, and those that do not. */
function combinationOf(
  { members }: Overlap,
  cohortIds: readonly number[],
  names: readonly string[],
): Counted & { readonly words: string } {
  const compared = cohortIds.filter((id) => id !== ROOT_COHORT_ID)
  const memberOf = compared.filter((id) => members.includes(id))
  const notMemberOf = compared.filter((id) => !members.includes(id))
  const nameOf = (id: number) => names[cohortIds.indexOf(id)] ?? `cohort ${id}`
  const words = [
    memberOf.length > 0 ? `in ${memberOf.map(nameOf).join(' and ')}` : '',
    notMemberOf.length > 0 ? `not in ${notMemberOf.map(nameOf).join(' or ')}` : '',
  ]
  return { words: words.filter(Boolean).join(', '), memberOf, notMemberOf }
}

/** The link from each combination to a cohort of its individuals. */
function newCohortColumn(cohortIds: readonly number[], names: readonly string[]): Column<Overlap> {
  return {
    key: 'new',
    header: 'New cohort',
    cell: (overlap) => (
      <Narrow look="sentence" {...combinationOf(overlap, cohortIds, names)}>
        New cohort of these
      </Narrow>
    ),
  }
}

function columnsOf(
  cohortIds: readonly number[],
  names: readonly string[],
  rows: readonly Overlap[],
): readonly Column<Overlap>[] {
  const largest = Math.max(1, ...rows.map(({ count }) => count ?? 0))
  const whole = rows.reduce((sum, { count }) => sum + (count ?? 0), 0)
  return [
    ...cohortIds.map((id, place): Column<Overlap> => ({
      key: `in-${id}`,
      header: names[place] ?? `cohort ${id}`,
      cell: ({ members }) => {
        const isIn = members.includes(id)
        return (
          <span className={styles['dot']} data-in={isIn} role="img" aria-label={isIn ? 'member' : 'not a member'} />
        )
      },
    })),
    {
      key: 'bar',
      header: 'Bar',
      isMinor: true,
      cell: ({ count }) => (
        <span className={styles['track']} aria-hidden="true">
          {count !== null && count > 0 && (
            <span className={styles['bar']} style={{ width: `${(100 * count) / largest}%` }} />
          )}
        </span>
      ),
    },
    {
      key: 'count',
      header: 'Individuals',
      align: 'end',
      cell: ({ count }) => formatSize(count),
    },
    {
      key: 'share',
      header: '% of union',
      align: 'end',
      cell: ({ count }) => (count === null ? '' : formatShare(count, whole)),
    },
  ]
}
