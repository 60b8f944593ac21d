import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { failureOf } from '#api/result.ts'
import { offered } from '#command-kit/arguments.ts'
import { CommandMenu } from '#command-kit/command-menu.tsx'
import type { Cohort, Variable, VariableSet } from '#contract/shapes/entities.ts'
import { ROOT_PROJECT_ID } from '#domain/limits.ts'
import { VARIABLE_NAME } from '#domain/text/names.ts'
import { cohortsAtom } from '#entities/cohorts/cohorts.ts'
import { renameCustomVariable } from '#entities/custom-variables/custom-variable-naming.ts'
import {
  allCustomVariablesAtom,
  customVariablesAtom,
  deleteCustomVariable,
} from '#entities/custom-variables/custom-variables.ts'
import { DeleteRowDialog } from '#entities/dialogs/naming-dialog.tsx'
import { currentProjectIdAtom } from '#entities/projects/projects.ts'
import { Loaded } from '#entities/server-state/loaded.tsx'
import { useServices } from '#entities/server-state/services.ts'
import { variableSetsAtom } from '#entities/variable-sets/variable-sets.ts'
import { SelectedVariables } from '#entities/variables/selected-variables.tsx'
import { useWorkingSetSelection } from '#entities/variables/working-set-selection.ts'
import { customVariableColumns } from '#features/custom-variables/custom-variable-columns.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ListGrid } from '#workspace/lists/list-grid.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import stack from '#ui/stack.module.css'

export default function CustomVariablesScreen() {
  const project = useAtomValue(currentProjectIdAtom)
  const variables = useAtomValue(customVariablesAtom(project.data ?? ROOT_PROJECT_ID))
  return (
    <div className={stack['listed']}>
      <CommandMenu label="New custom variable" sign="New ▾" isFramed ids={WAYS} />
      <Loaded
        resource={project.isPending ? { ...variables, data: undefined } : variables}
        skeleton={<Skeleton shape="rows" />}
      >
        {(all) =>
          all.length === 0 ? (
            <Notice title="This project has no custom variables yet.">
              A custom variable turns the answers to one or several variables into the values that a study needs.
            </Notice>
          ) : (
            <CustomVariables rows={all} />
          )
        }
      </Loaded>
    </div>
  )
}

const WAYS = [
  ['custom-variable.new-downcode', 'The values of one variable under new names: recode.'],
  ['custom-variable.new-two', 'A value for each pair of answers to two variables.'],
  ['custom-variable.new-many', 'Conditions on several variables, such as “yes if any is yes”.'],
  ['custom-variable.new-score', 'A sum, mean or count of several numbers.'],
] as const

function CustomVariables({ rows }: { rows: readonly Variable[] }) {
  const services = useServices()
  const made = [
    useAtomValue(cohortsAtom),
    useAtomValue(variableSetsAtom),
    useAtomValue(allCustomVariablesAtom),
  ] as const
  const [{ data: cohorts }, { data: sets }, { data: customVariables }] = made
  const workingSet = useWorkingSetSelection()
  usePaneActions({
    ...(workingSet.keys.length > 0 && { 'definitions.save': offered({ variableNames: workingSet.keys }) }),
  })
  const [deleted, setDeleted] = useState<Variable | null>(null)
  const columns = useMemo(() => {
    const known = cohorts && sets && customVariables ? { cohorts, sets, customVariables } : null
    return customVariableColumns((name) => known && usesOf(name, known), setDeleted)
  }, [cohorts, sets, customVariables])
  const constructId = deleted?.constructId ?? null
  if (made.some(({ isPending }) => isPending)) return <Skeleton shape="rows" />
  return (
    <>
      <ListGrid
        label="Custom variables"
        columns={columns}
        rows={rows}
        wordsOf={({ variableName, contributors }) =>
          [variableName, ...contributors.map((source) => source.variableName)].join(' ')
        }
        rowKey={(variable) => variable.variableName}
        invocation={({ variableName }) => ({ id: 'variable.show', args: { variableName } })}
        onDelete={setDeleted}
        onRename={({ constructId: id, variableName }) =>
          id === null
            ? null
            : {
                name: variableName,
                rule: VARIABLE_NAME,
                save: async (name) => failureOf(await renameCustomVariable(services, id, name)),
              }
        }
        shared={workingSet}
        noun="variable"
        selectionActions={(names) => <SelectedVariables names={names} />}
      />
      {deleted && constructId !== null && (
        <DeleteRowDialog
          onClose={() => setDeleted(null)}
          entity="Custom Variable"
          name={deleted.variableName}
          usageOf={{ constructId }}
          onDelete={() => deleteCustomVariable(services, constructId)}
        />
      )}
    </>
  )
}

/** The user's items that may depend on a variable. */
interface Made {
  readonly cohorts: readonly Cohort[]
  readonly sets: readonly VariableSet[]
  readonly customVariables: readonly Variable[]
}

/** The names of a variable's dependents: cohorts, custom variables, variable sets. */
function usesOf(variableName: string, { cohorts, sets, customVariables }: Made): readonly string[] {
  const isIt = (name: string | null) => name?.toUpperCase() === variableName.toUpperCase()
  return [
    ...cohorts.filter((cohort) => isIt(cohort.variableName)).map(({ name }) => name),
    ...customVariables
      .filter(({ contributors }) => contributors.some((source) => isIt(source.variableName)))
      .map((custom) => custom.variableName),
    ...sets.filter(({ variables }) => variables.some(isIt)).map(({ name }) => name),
  ]
}
