import type { SimilarVariable, Variable } from '#contract/shapes/entities.ts'
import { useAtomValue } from 'jotai'
import { CommandLink } from '#command-kit/command-link.tsx'
import { variableSimilar } from '#contract/variables.ts'
import { formLabel } from '#domain/form-label.ts'
import { formatCount, formatShare } from '#domain/numbers.ts'
import { QueryResult } from '#entities/loaded.tsx'
import { isOfferedAtom } from '#entities/session.ts'
import { useCall } from '#entities/call-atoms.ts'
import { DataTable, type Column } from '#ui/tables/data-table.tsx'
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
            <DataTable
              label="The same question elsewhere"
              columns={COLUMNS}
              rows={data}
              rowKey={(row) => row.variableName}
            />
          )
        }
      </QueryResult>
    </>
  )
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
