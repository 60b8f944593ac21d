import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { Variable } from '#contract/shapes/entities.ts'
import { customVariableTypeName } from '#domain/custom-variables/custom-variables.ts'
import { formatCount } from '#domain/numbers.ts'
import { VariableRowActs } from '#entities/variables/variable-row-acts.tsx'
import { Button } from '#ui/button.tsx'
import { Popup } from '#ui/overlays/popup.tsx'
import type { Column } from '#ui/tables/data-table.tsx'
import { Identifier } from '#ui/tables/identifier.tsx'
import popup from '#ui/overlays/popup.module.css'

/** The columns of the list of custom variables. */
export function customVariableColumns(
  usesOf: (variableName: string) => readonly string[] | null,
  onDelete: (variable: Variable) => void,
): readonly Column<Variable>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      sortValue: (variable) => variable.variableName,
      cell: (variable) => (
        <CommandLink id="variable.show" args={{ variableName: variable.variableName }} isInGrid>
          <Identifier text={variable.variableName} />
        </CommandLink>
      ),
    },
    {
      key: 'type',
      header: 'Type',
      width: '128px',
      isMinor: 'first',
      sortValue: (variable) => variable.variableType,
      cell: (variable) => customVariableTypeName(variable.variableType),
    },
    {
      key: 'sources',
      header: 'Sources',
      isMinor: 'first',
      cell: (variable) => variable.contributors.map((source) => source.variableName).join(', '),
    },
    {
      key: 'values',
      header: 'Values',
      isMinor: 'first',
      sortValue: (variable) => variable.possibleValues.length,
      cell: ({ possibleValues: values }) => shortList(values),
    },
    {
      key: 'observations',
      header: 'Observations',
      align: 'end',
      width: '112px',
      isMinor: 'last',
      sortValue: (variable) => variable.observations,
      cell: (variable) => formatCount(variable.observations),
    },
    {
      key: 'uses',
      header: 'Used by',
      isMinor: 'least',
      cell: (variable) => {
        const uses = usesOf(variable.variableName)
        return uses === null || uses.length === 0 ? '–' : shortList(uses)
      },
    },
    {
      key: 'open',
      header: 'Open',
      width: '148px',
      isMinor: 'least',
      cell: ({ variableName }) => <VariableRowActs variableName={variableName} />,
    },
    {
      key: 'acts',
      header: 'Actions',
      width: '72px',
      align: 'end',
      cell: (variable) => <Acts variable={variable} onDelete={onDelete} />,
    },
  ]
}

const SHOWN = 6

function shortList(names: readonly string[]): string {
  const more = names.length - SHOWN
  return more > 0 ? `${names.slice(0, SHOWN).join(', ')} and ${formatCount(more)} more` : names.join(', ')
}

function Acts({ variable, onDelete }: { variable: Variable; onDelete: (variable: Variable) => void }) {
  const { variableName } = variable
  return (
    <Popup label={`Actions of ${variableName}`} sign="⋯" isInGrid>
      {(close) => (
        <>
          {(['custom-variable.start-from', 'custom-variable.copy'] as const).map((id) => (
            <div key={id} className={popup['entry']}>
              <CommandButton
                id={id}
                args={{ variableName }}
                variant="quiet"
                className={popup['command'] ?? ''}
                onDone={close}
              />
            </div>
          ))}
          <div className={popup['entry']}>
            <Button
              variant="quiet"
              className={popup['command'] ?? ''}
              onClick={() => {
                close()
                onDelete(variable)
              }}
            >
              Delete {variableName}
            </Button>
          </div>
        </>
      )}
    </Popup>
  )
}
