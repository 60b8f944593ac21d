import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { offered } from '#command-kit/arguments.ts'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { SimilarVariable, Variable } from '#contract/shapes/entities.ts'
import { variableSimilar } from '#contract/variables.ts'
import { isCategory } from '#domain/data-types.ts'
import { formLabel } from '#domain/form-label.ts'
import { SAME_QUESTION_SCORE } from '#domain/limits.ts'
import { formatCount, formatShare } from '#domain/numbers.ts'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import { DataTable, type Column } from '#ui/tables/data-table.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import stack from '#ui/stack.module.css'

/** Variables of other forms and versions with the same question, if the back end reports them. */
export function SameQuestion({ variable }: { variable: Variable }) {
  const isSupported = useAtomValue(isOfferedAtom)(variableSimilar) && variable.variableType === 'variable'
  const similar = useCall({
    endpoint: variableSimilar,
    request: isSupported ? { variableName: variable.variableName } : null,
    key: 'similar',
    staleTime: 10 * 60_000,
  })
  if (!isSupported) return null
  return (
    <>
      <h2>The same question elsewhere</h2>
      <QueryResult query={similar}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={stack['muted']}>No other form asks this question.</p>
          ) : (
            <Versions variable={variable} similar={data} />
          )
        }
      </QueryResult>
    </>
  )
}

/** The versions with a choice of those to combine: at first all with the same question and codes. */
function Versions({ variable, similar }: { variable: Variable; similar: readonly SimilarVariable[] }) {
  const [chosen, setChosen] = useState(() => new Set(similar.filter(isSame).map(({ variableName }) => variableName)))
  const canCombine = isCategory(variable.dataType)
  const toggle = (name: string) =>
    setChosen((before) => (before.delete(name) ? new Set(before) : new Set(before).add(name)))
  const names = [variable.variableName, ...similar.map((row) => row.variableName).filter((name) => chosen.has(name))]
  usePaneActions({
    'custom-variable.combine-versions': canCombine
      ? {
          ...offered({ variableNames: names }),
          available: names.length > 1 || { because: 'Tick a version under “The same question elsewhere”.' },
        }
      : undefined,
  })
  const choice: Column<SimilarVariable> = {
    key: 'choice',
    header: 'Combine',
    cell: ({ variableName, dataType }) =>
      isCategory(dataType) && (
        <input
          type="checkbox"
          aria-label={`Combine ${variableName}`}
          checked={chosen.has(variableName)}
          onChange={() => toggle(variableName)}
        />
      ),
  }
  return (
    <>
      <DataTable
        label="The same question elsewhere"
        columns={canCombine ? [choice, ...COLUMNS] : COLUMNS}
        rows={similar}
        rowKey={(row) => row.variableName}
      />
      {canCombine && names.length > 1 && (
        <div>
          <CommandButton id="custom-variable.combine-versions" args={{ variableNames: names }}>
            {`Combine these ${names.length}`}
          </CommandButton>
        </div>
      )}
    </>
  )

  function isSame({ score, dataType }: SimilarVariable): boolean {
    return score >= SAME_QUESTION_SCORE && dataType === variable.dataType
  }
}

const COLUMNS: readonly Column<SimilarVariable>[] = [
  {
    key: 'name',
    header: 'Variable',
    cell: ({ variableName }) => <CommandLink id="variable.show" args={{ variableName }} />,
  },
  { key: 'form', header: 'Form', cell: ({ contributors: [form] }) => (form ? formLabel(form) : '') },
  {
    key: 'question',
    header: 'Question',
    isMinor: true,
    cell: ({ question }) => <span dir="auto">{question.replaceAll('|', ' ')}</span>,
  },
  { key: 'observations', header: 'Observations', align: 'end', cell: ({ observations }) => formatCount(observations) },
  { key: 'score', header: 'Similarity', align: 'end', cell: ({ score }) => formatShare(score, 1) },
]
