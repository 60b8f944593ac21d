import { CommandLink } from '#command-kit/command-link.tsx'
import type { ItemKey } from '#features/definitions/exchange/mentions.ts'
import type { PlannedItem } from '#features/definitions/exchange/plan-import.ts'
import type { Imported } from '#features/definitions/exchange/run-import.ts'
import type { Pasted } from '#features/definitions/paste-definition.ts'
import { DataTable } from '#ui/tables/data-table.tsx'
import stack from '#ui/stack.module.css'

const KINDS = { 'custom-variable': 'Custom variable', cohort: 'Cohort', 'variable-set': 'Variable set' } as const

interface ItemsTableProps {
  items: readonly PlannedItem[]
  outcomes: ReadonlyMap<ItemKey, Imported>
}

/** What the import does with each definition, in the order of saving. */
export function ItemsTable({ items, outcomes }: ItemsTableProps) {
  return (
    <section className={stack['section']} aria-label="Definitions">
      <h2>Definitions</h2>
      <DataTable
        label="Definitions"
        rows={items}
        rowKey={({ key }) => key}
        columns={[
          { key: 'kind', header: 'Kind', isMinor: true, cell: ({ kind }) => KINDS[kind] },
          { key: 'name', header: 'Name', cell: ({ name }) => name },
          {
            key: 'outcome',
            header: 'Import',
            cell: (item) => {
              const imported = outcomes.get(item.key)
              return imported ? <Done imported={imported} /> : planWords(item)
            },
          },
        ]}
      />
    </section>
  )
}

function planWords({ name, outcome }: PlannedItem): string {
  if (outcome.kind === 'blocked') return `Not possible: ${outcome.because.join(' ')}`
  if (outcome.kind === 'exists') return outcome.name === name ? 'You have it' : `You have it as ${outcome.name}`
  return outcome.name === name ? 'Save' : `Save as ${outcome.name}`
}

function Done({ imported }: { imported: Imported }) {
  if (imported.kind === 'failed') return <>Not saved: {imported.because}</>
  return (
    <>
      {imported.kind === 'made' ? 'Saved: ' : 'You have it: '}
      <Link made={imported.made}>{imported.name}</Link>
    </>
  )
}

function Link({ made, children }: { made: Pasted; children: string }) {
  if (made.kind === 'cohort') {
    return (
      <CommandLink id="cohort.show" args={{ cohortId: made.cohortId }}>
        {children}
      </CommandLink>
    )
  }
  if (made.kind === 'variable-set') {
    return (
      <CommandLink id="variable-set.show" args={{ variableSetId: made.variableSetId }}>
        {children}
      </CommandLink>
    )
  }
  return (
    <CommandLink id="variable.show" args={{ variableName: made.variableName }}>
      {children}
    </CommandLink>
  )
}
