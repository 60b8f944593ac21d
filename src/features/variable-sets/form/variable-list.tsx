import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { VariableHit } from '#contract/shapes/entities.ts'
import { dataTypeWord } from '#domain/data-types.ts'
import { DEFAULT_PAGE_SIZE } from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'
import { DataTypeTag } from '#entities/variables/data-type-tag.tsx'
import { catalogAtom } from '#entities/variables/variables.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Column } from '#ui/tables/data-table.tsx'
import { PagedTable } from '#workspace/lists/paged-table.tsx'
import stack from '#ui/stack.module.css'

export interface SetRow {
  readonly name: string
  readonly place: number
  readonly hit: VariableHit | undefined
}

/** The variables of a set with their facts in the catalog. */
export function useSetRows(names: readonly string[]): {
  readonly rows: readonly SetRow[]
  readonly isPending: boolean
} {
  const { data: catalog, isPending } = useAtomValue(catalogAtom)
  const rows = useMemo(() => {
    const hits = new Map(catalog?.map((hit) => [hit.variableName, hit]))
    return names.map((name, place) => ({ name, place, hit: hits.get(name) }))
  }, [names, catalog])
  return { rows, isPending }
}

export const SET_COLUMNS: readonly Column<SetRow>[] = [
  {
    key: 'position',
    header: '#',
    align: 'end',
    width: '44px',
    cell: ({ place }) => place + 1,
    sortValue: ({ place }) => place + 1,
  },
  {
    key: 'name',
    header: 'Name',
    cell: ({ name }) => (
      <CommandLink id="variable.show" args={{ variableName: name }}>
        {name}
      </CommandLink>
    ),
    sortValue: ({ name }) => name,
  },
  {
    key: 'question',
    isMinor: true,
    header: 'Question',
    width: '46%',
    cell: ({ hit }) => (hit ? questionOf(hit) : <span className={stack['muted']}>{'–'}</span>),
    sortValue: ({ hit }) => (hit ? questionOf(hit) : null),
  },
  {
    key: 'type',
    isMinor: true,
    header: 'Type',
    width: '104px',
    cell: ({ hit }) => hit && <DataTypeTag dataType={hit.dataType} />,
    sortValue: ({ hit }) => (hit ? dataTypeWord(hit.dataType) : null),
  },
  {
    key: 'observations',
    isMinor: true,
    header: 'Observations',
    align: 'end',
    width: '112px',
    cell: ({ hit }) => (hit ? formatCount(hit.observations) : ''),
    sortValue: ({ hit }) => hit?.observations ?? null,
  },
]

function questionOf({ question }: VariableHit): string {
  return question.replaceAll('|', ' ')
}

/** The variables of a saved set in order. */
export function VariableList({ names }: { names: readonly string[] }) {
  const { rows, isPending } = useSetRows(names)
  if (isPending) return <Skeleton shape="rows" lines={Math.min(names.length, DEFAULT_PAGE_SIZE)} />
  return (
    <PagedTable
      label="Variables of the set"
      columns={SET_COLUMNS}
      rows={rows}
      rowKey={({ name }) => name}
      rowHeight={28}
    />
  )
}
