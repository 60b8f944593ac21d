import type { VariableHit } from '#contract/shapes/entities.ts'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { CommandLink } from '#command-kit/command-link.tsx'
import { DEFAULT_PAGE_SIZE } from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'
import { DataTypeTag } from '#entities/variables/data-type-tag.tsx'
import { catalogAtom } from '#entities/variables/variables.ts'
import { DragHandle, PositionField } from '#features/variable-sets/parts/row-order.tsx'
import { Button } from '#ui/button.tsx'
import type { Column } from '#ui/tables/data-table.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import stack from '#ui/stack.module.css'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import { PagedTable } from '#workspace/lists/paged-table.tsx'

interface VariableListProps {
  names: readonly string[]
  /** Present in an editable set: moves a variable to a position, from 0. */
  onMove?: (name: string, place: number) => void
  onRemove?: (name: string) => void
}

interface Row {
  readonly name: string
  readonly place: number
  readonly hit: VariableHit | undefined
}

/** The variables of a set in order; an editable set can be reordered. */
export function VariableList({ names, onMove, onRemove }: VariableListProps) {
  const { data: catalog, isPending } = useAtomValue(catalogAtom)
  const rows = useMemo(() => {
    const hits = new Map(catalog?.map((hit) => [hit.variableName, hit]))
    return names.map((name, place) => ({ name, place, hit: hits.get(name) }))
  }, [names, catalog])
  const { list, beforeRemoving } = useFocusAfterRemoval<HTMLDivElement>(names)
  const isOrdered = onMove !== undefined && onRemove !== undefined
  const columns: Column<Row>[] = [
    {
      key: 'position',
      header: '#',
      align: 'end',
      cell: ({ name, place }) =>
        isOrdered ? (
          <PositionField name={name} place={place} count={names.length} onMove={(to) => onMove(name, to)} />
        ) : (
          place + 1
        ),
    },
    {
      key: 'name',
      header: 'Name',
      cell: (row) => (
        <CommandLink id="variable.show" args={{ variableName: row.name }}>
          {row.name}
        </CommandLink>
      ),
    },
    {
      key: 'question',
      isMinor: true,
      header: 'Question',
      cell: (row) => row.hit?.question.replaceAll('|', ' ') ?? <span className={stack['muted']}>{'–'}</span>,
    },
    {
      key: 'type',
      isMinor: true,
      header: 'Type',
      cell: (row) => row.hit && <DataTypeTag dataType={row.hit.dataType} />,
    },
    {
      key: 'observations',
      isMinor: true,
      header: 'Observations',
      align: 'end',
      cell: (row) => (row.hit ? formatCount(row.hit.observations) : ''),
    },
  ]
  if (isOrdered) {
    columns.push({
      key: 'change',
      header: 'Order',
      align: 'end',
      cell: ({ name }) => (
        <>
          <DragHandle name={name} onDrop={(to) => onMove(name, names.indexOf(to))} />
          <Button
            variant="quiet"
            size="small"
            aria-label={`Remove ${name}`}
            data-removes={name}
            onClick={() => {
              beforeRemoving(name)
              onRemove(name)
            }}
          >
            ×
          </Button>
        </>
      ),
    })
  }
  if (isPending) return <Skeleton lines={Math.min(names.length, DEFAULT_PAGE_SIZE)} />
  return (
    <div ref={list}>
      <PagedTable label="Variables of the set" columns={columns} rows={rows} rowKey={(row) => row.name} />
    </div>
  )
}
