import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { failureOf } from '#api/result.ts'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { VariableSet } from '#contract/shapes/entities.ts'
import { NO_VARIABLE_SETS } from '#domain/messages.ts'
import { formatCount } from '#domain/numbers.ts'
import { VARIABLE_SET_NAME } from '#domain/text/names.ts'
import { DeleteRowDialog } from '#entities/dialogs/naming-dialog.tsx'
import { Loaded } from '#entities/server-state/loaded.tsx'
import { useServices } from '#entities/server-state/services.ts'
import { variableSetsAtom } from '#entities/variable-sets/variable-sets.ts'
import { deleteVariableSet, editVariableSet } from '#features/variable-sets/use-cases.ts'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Column } from '#ui/tables/data-table.tsx'
import { ListGrid } from '#workspace/lists/list-grid.tsx'
import stack from '#ui/stack.module.css'

export default function VariableSetsScreen() {
  const sets = useAtomValue(variableSetsAtom)
  const services = useServices()
  const [deleted, setDeleted] = useState<VariableSet | null>(null)
  return (
    <div className={stack['listed']}>
      <CommandButton id="variable-set.new" args={{}} />
      <Loaded resource={sets} skeleton={<Skeleton shape="rows" />}>
        {(all) =>
          all.length === 0 ? (
            <Notice title={NO_VARIABLE_SETS} actions={<CommandButton id="variable-set.new" args={{}} />}>
              A variable set defines the columns of a download, in order.
            </Notice>
          ) : (
            <ListGrid
              label="Variable sets"
              columns={COLUMNS}
              rows={all}
              wordsOf={({ name, description, variables }) => `${name} ${description} ${variables.join(' ')}`}
              rowKey={(set) => String(set.variableSetId)}
              onDelete={setDeleted}
              onRename={({ variableSetId, name, description, variables, version }) => ({
                name,
                rule: VARIABLE_SET_NAME,
                save: async (typed) => {
                  const draft = { name: typed, description, variables }
                  return failureOf(await editVariableSet(services, variableSetId, draft, version))
                },
              })}
              invocation={(set) => ({ id: 'variable-set.show', args: { variableSetId: set.variableSetId } })}
            />
          )
        }
      </Loaded>
      {deleted && (
        <DeleteRowDialog
          onClose={() => setDeleted(null)}
          entity="Variable Set"
          name={deleted.name}
          usageOf={{ variableSetId: deleted.variableSetId }}
          onDelete={() => deleteVariableSet(services, deleted.variableSetId)}
        />
      )}
    </div>
  )
}

const COLUMNS: readonly Column<VariableSet>[] = [
  {
    key: 'name',
    header: 'Name',
    sortValue: (set) => set.name,
    cell: (set) => (
      <CommandLink id="variable-set.show" args={{ variableSetId: set.variableSetId }} isInGrid>
        {set.name}
      </CommandLink>
    ),
  },
  {
    key: 'description',
    header: 'Description',
    isMinor: true,
    sortValue: (set) => set.description,
    cell: (set) => set.description,
  },
  {
    key: 'variables',
    header: 'Variables',
    align: 'end',
    width: '88px',
    sortValue: (set) => set.variables.length,
    cell: (set) => formatCount(set.variables.length),
  },
  {
    key: 'download',
    header: 'Download',
    width: '88px',
    cell: (set) => (
      <CommandLink id="download.new" args={{ variableSetId: set.variableSetId }} isInGrid>
        Download
      </CommandLink>
    ),
  },
]
