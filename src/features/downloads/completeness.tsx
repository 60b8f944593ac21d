import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import { downloadCompleteness } from '#contract/downloads.ts'
import type { DownloadCompleteness } from '#contract/shapes/entities.ts'
import { completenessWords } from '#domain/completeness-words.ts'
import { COMPLETENESS_VARIABLES_MAX } from '#domain/limits.ts'
import { TOO_MANY_FOR_COMPLETENESS } from '#domain/messages.ts'
import { countOf, formatCount, formatShare } from '#domain/numbers.ts'
import { versionWords } from '#domain/question-versions.ts'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { useOtherVersions } from '#entities/variables/other-versions.ts'
import { catalogAtom } from '#entities/variables/variables.ts'
import { SplitLine } from '#ui/charts/split-bar.tsx'
import { CheckOption } from '#ui/forms/check-option.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Column } from '#ui/tables/data-table.tsx'
import { Identifier } from '#ui/tables/identifier.tsx'
import { PagedTable } from '#workspace/lists/paged-table.tsx'
import styles from '#features/downloads/completeness.module.css'
import stack from '#ui/stack.module.css'

interface CompletenessProps {
  cohortId: number
  variableSetId: number
  /** An edited set makes another file. */
  variables: readonly string[]
}

/** How many answers the file will have: of each question, by collection, and of all questions together. */
export function Completeness({ cohortId, variableSetId, variables }: CompletenessProps) {
  const isTooMany = variables.length > COMPLETENESS_VARIABLES_MAX
  const [areApart, setAreApart] = useState(false)
  const counted = useCall({
    endpoint: downloadCompleteness,
    request:
      isTooMany || variables.length === 0
        ? null
        : { cohortId, variableSetId, ...(areApart && { versions: 'apart' as const }) },
    key: `completeness ${variables.join(' ')}`,
  })
  if (variables.length === 0) return null
  return (
    <section className={stack['section']} aria-label="Completeness">
      <h2>Completeness</h2>
      {isTooMany ? (
        <p className={stack['muted']}>{TOO_MANY_FOR_COMPLETENESS}</p>
      ) : (
        <QueryResult query={counted}>
          {(data) => (
            <>
              {(areApart || data.variables.some(({ versions }) => versions !== null)) && (
                <CheckOption
                  label="Versions of a question as one row"
                  isChecked={!areApart}
                  onChange={(areJoined) => setAreApart(!areJoined)}
                />
              )}
              <Counted data={data} variableSetId={variableSetId} />
            </>
          )}
        </QueryResult>
      )}
    </section>
  )
}

function Counted({ data, variableSetId }: { data: DownloadCompleteness; variableSetId: number }) {
  const { collections, variables } = data
  const questions = useMemo(
    () => variables.map(({ variableName, versions }) => ({ names: namesOf(variableName, versions) })),
    [variables],
  )
  const others = useOtherVersions(questions)
  const { isPending } = useAtomValue(catalogAtom)
  const columns = useMemo(() => columnsOf(data, others), [data, others])
  const lacking = [...new Set([...others.values()].flat())]
  // The versions that the set lacks have a line and a column.
  if (isPending) return <Skeleton shape="rows" />
  return (
    <>
      <p>
        {completenessWords(data)}
        {collections.length > COLLECTIONS_SHOWN &&
          ` The table shows the ${COLLECTIONS_SHOWN} largest of ${collections.length} collections.`}
      </p>
      {lacking.length > 0 && (
        <div className={stack['row']}>
          <span>{partialWords(variables, others)}</span>
          <CommandButton id="variable-set.add" args={{ variableSetId, variableNames: lacking }} size="small">
            {`Add ${countOf(lacking.length, 'version')} to the set`}
          </CommandButton>
        </div>
      )}
      <div className={styles['table']} style={{ ['--table-width' as string]: `${tableWidth(columns)}px` }}>
        <PagedTable
          label="Completeness of each variable"
          columns={columns}
          rows={variables}
          rowKey={(row) => row.variableName}
          rowHeight={28}
        />
      </div>
    </>
  )
}

/** Pixels for the name of a variable. */
const NAME_WIDTH = 160

function tableWidth(columns: readonly Column<Row>[]): number {
  return columns.reduce((sum, { width }) => sum + (width === undefined ? NAME_WIDTH : Number.parseInt(width, 10)), 0)
}

type Row = DownloadCompleteness['variables'][number]

function namesOf(newest: string, versions: Row['versions']): readonly [string, ...string[]] {
  return [newest, ...(versions ?? []).slice(1)]
}

/** Columns by collection, for which the table has room in a window of 1024 px. */
const COLLECTIONS_SHOWN = 6

function largest(collections: DownloadCompleteness['collections']) {
  return collections
    .map((one, place) => ({ ...one, place }))
    .toSorted((one, other) => other.individuals - one.individuals)
    .slice(0, COLLECTIONS_SHOWN)
    .toSorted((one, other) => one.place - other.place)
}

function columnsOf(
  { individuals, complete, collections, variables }: DownloadCompleteness,
  others: ReadonlyMap<string, readonly string[]>,
): readonly Column<Row>[] {
  const inAll = ({ answered }: Row) => answered.reduce((sum, count) => sum + count, 0)
  return [
    {
      key: 'variable',
      header: 'Variable',
      sortValue: (row) => row.variableName,
      cell: (row) => (
        <CommandLink id="variable.show" args={{ variableName: row.variableName }}>
          <Identifier text={row.variableName} />
        </CommandLink>
      ),
    },
    ...(variables.some((row) => countedVersions(row, others) !== '')
      ? [
          {
            key: 'versions',
            header: 'Versions',
            isMinor: true,
            width: '112px',
            cell: (row: Row) => countedVersions(row, others),
          },
        ]
      : []),
    {
      key: 'answered',
      header: 'Answered',
      align: 'end',
      width: '92px',
      sortValue: inAll,
      cell: (row) => formatShare(inAll(row), individuals),
    },
    {
      key: 'split',
      header: 'Outcomes',
      isMinor: true,
      width: '120px',
      cell: (row) => <Outcomes row={row} individuals={individuals} answered={inAll(row)} />,
    },
    ...largest(collections).map(({ collection, individuals: members, place }): Column<Row> => ({
      key: `in-${collection}`,
      header: collection,
      align: 'end',
      isMinor: 'first',
      width: '80px',
      sortValue: ({ answered }) => (members === 0 ? null : (answered[place] ?? 0) / members),
      cell: ({ answered }) => <Share count={answered[place] ?? 0} whole={members} />,
    })),
    ...(variables.length > 1
      ? [
          {
            key: 'without',
            header: 'Complete without it',
            align: 'end' as const,
            width: '152px',
            sortValue: (row: Row) => row.completeWithout,
            cell: ({ completeWithout }: Row) =>
              completeWithout === complete
                ? formatCount(complete)
                : `${formatCount(completeWithout)} (+${formatCount(completeWithout - complete)})`,
          },
        ]
      : []),
  ]
}

function countedVersions({ variableName, versions }: Row, others: ReadonlyMap<string, readonly string[]>): string {
  const used = versions?.length ?? 1
  return versionWords(used, used + (others.get(variableName)?.length ?? 0))
}

/** Questions that the sentence names. */
const PARTIAL_NAMED = 3

function partialWords(variables: readonly Row[], others: ReadonlyMap<string, readonly string[]>): string {
  const partial = variables.filter(({ variableName }) => others.has(variableName))
  const named = partial
    .slice(0, PARTIAL_NAMED)
    .map((row) => `${row.variableName} (${countedVersions(row, others)})`)
    .join(', ')
  const more = partial.length - PARTIAL_NAMED
  return `Answers to other versions are not counted: ${named}${more > 0 ? ` and ${formatCount(more)} more` : ''}.`
}

/** A share as text on a shade of its size. */
function Share({ count, whole }: { count: number; whole: number }) {
  const share = whole === 0 ? 0 : Math.round((100 * count) / whole)
  return (
    <span className={styles['share']} style={{ ['--share' as string]: `${share}%` }}>
      {formatShare(count, whole)}
    </span>
  )
}

function Outcomes({ row, individuals, answered }: { row: Row; individuals: number; answered: number }) {
  const unknown = row.unknown.reduce((sum, count) => sum + count, 0)
  const parts = [
    { key: 'match', label: 'answered', count: answered },
    { key: 'unknown', label: 'unknown', count: unknown },
    { key: 'noRecord', label: 'no record', count: individuals - answered - unknown },
  ]
  return (
    <SplitLine parts={parts} label={parts.map(({ label, count }) => `${formatCount(count)} ${label}`).join(', ')} />
  )
}
