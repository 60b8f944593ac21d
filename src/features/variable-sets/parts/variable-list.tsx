import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { VariableHit } from '#contract/shapes.ts'
import { formatCount } from '#domain/numbers.ts'
import { DataTypeTag } from '#entities/data-type-tag.tsx'
import { catalogAtom } from '#entities/variables.ts'
import { Button } from '#ui/button.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'

interface VariableListProps {
  names: readonly string[]
  onMove?: (name: string, by: number) => void
  onRemove?: (name: string) => void
}

interface Row {
  readonly name: string
  readonly position: number
  readonly hit: VariableHit | undefined
}

/** The variables of a set in their order; while a set is being made they can be moved and taken out. */
export function VariableList({ names, onMove, onRemove }: VariableListProps) {
  const catalog = useAtomValue(catalogAtom).data
  const rows = useMemo(() => {
    const hits = new Map(catalog?.map((hit) => [hit.variable_name, hit]))
    return names.map((name, position) => ({ name, position, hit: hits.get(name) }))
  }, [names, catalog])
  const columns: Column<Row>[] = [
    { key: 'position', header: '#', align: 'end', cell: (row) => row.position + 1 },
    {
      key: 'name',
      header: 'Name',
      cell: (row) => (
        <CommandLink id="variable.show" args={{ variableName: row.name }}>
          {row.name}
        </CommandLink>
      ),
    },
    { key: 'question', isMinor: true, header: 'Question', cell: (row) => row.hit?.question.replaceAll('|', ' ') ?? '' },
    {
      key: 'type',
      isMinor: true,
      header: 'Type',
      cell: (row) => row.hit && <DataTypeTag dataType={row.hit.data_type} />,
    },
    {
      key: 'observations',
      header: 'Observations',
      align: 'end',
      cell: (row) => (row.hit ? formatCount(row.hit.observations) : ''),
    },
  ]
  if (onMove && onRemove) {
    columns.push({
      key: 'change',
      header: 'Order',
      align: 'end',
      cell: ({ name, position }) => (
        <>
          <Button
            variant="quiet"
            size="small"
            aria-label={`Move ${name} up`}
            disabled={position === 0}
            onClick={() => onMove(name, -1)}
          >
            ↑
          </Button>
          <Button
            variant="quiet"
            size="small"
            aria-label={`Move ${name} down`}
            disabled={position === names.length - 1}
            onClick={() => onMove(name, 1)}
          >
            ↓
          </Button>
          <Button variant="quiet" size="small" aria-label={`Remove ${name}`} onClick={() => onRemove(name)}>
            ×
          </Button>
        </>
      ),
    })
  }
  return <DataTable label="Variables of the set" columns={columns} rows={rows} rowKey={(row) => row.name} />
}
