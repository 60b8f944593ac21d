import { useAtomValue } from 'jotai'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { Variable } from '#contract/shapes.ts'
import { ROOT_PROJECT_ID } from '#domain/limits.ts'
import { textAt } from '#domain/text.ts'
import { formatCount } from '#domain/numbers.ts'
import { customVariablesAtom } from '#entities/custom-variables.ts'
import { Loaded } from '#entities/loaded.tsx'
import { currentProjectAtom } from '#entities/projects.ts'
import type { Column } from '#ui/data-table.tsx'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'
import { ListGrid } from '#workspace/list-grid.tsx'
import { usePaneTitle } from '#workspace/pane-title.ts'

/** The custom variables of the current project. */
export default function CustomVariablesScreen() {
  usePaneTitle('Custom Variables')
  const project = useAtomValue(currentProjectAtom)
  const variables = useAtomValue(customVariablesAtom(project?.projectid ?? ROOT_PROJECT_ID))
  return (
    <div className={stack['screen']}>
      <div className={stack['row']}>
        <CommandButton id="custom-variable.new-downcode" args={{}} />
        <CommandButton id="custom-variable.new-two" args={{}} />
        <CommandButton id="custom-variable.new-many" args={{}} />
      </div>
      <Loaded resource={variables}>
        {(all) =>
          all.length === 0 ? (
            <Notice title="This project has no custom variables yet.">
              A custom variable turns the answers to one or several variables into the values that a study needs.
            </Notice>
          ) : (
            <ListGrid
              label="Custom variables"
              columns={COLUMNS}
              rows={all}
              rowKey={(variable) => variable.variable_name}
              invocation={({ variable_name: variableName }) => ({ id: 'variable.show', args: { variableName } })}
            />
          )
        }
      </Loaded>
    </div>
  )
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  downcode: 'Downcode',
  merge: 'Two variables',
  multiple: 'Many variables',
}

const COLUMNS: readonly Column<Variable>[] = [
  {
    key: 'name',
    header: 'Name',
    sortValue: (variable) => variable.variable_name,
    cell: (variable) => (
      <CommandLink id="variable.show" args={{ variableName: variable.variable_name }} isInGrid>
        {variable.variable_name}
      </CommandLink>
    ),
  },
  {
    key: 'type',
    header: 'Type',
    sortValue: (variable) => variable.variable_type,
    cell: (variable) => textAt(TYPE_NAMES, variable.variable_type) || variable.variable_type,
  },
  {
    key: 'sources',
    header: 'Made of',
    isMinor: true,
    cell: (variable) => variable.contributors.map((source) => source.variable_name).join(', '),
  },
  {
    key: 'values',
    header: 'Values',
    isMinor: true,
    cell: (variable) => variable.possible_values.join(', '),
  },
  {
    key: 'observations',
    header: 'Observations',
    align: 'end',
    sortValue: (variable) => variable.observations,
    cell: (variable) => formatCount(variable.observations),
  },
]
