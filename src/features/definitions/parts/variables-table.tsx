import { useAtomValue } from 'jotai'
import { lazy, Suspense, useMemo } from 'react'
import { dataTypeWord } from '#domain/data-types.ts'
import { countOf } from '#domain/numbers.ts'
import { similarWords, vocabularyOf, type Vocabulary } from '#domain/text/spelling.ts'
import { catalogAtom } from '#entities/variables/variables.ts'
import type { NeededVariable } from '#features/definitions/exchange/needed-variables.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DataTable } from '#ui/tables/data-table.tsx'
import stack from '#ui/stack.module.css'

const VariablePicker = lazy(async () => ({
  default: (await import('#entities/variables/variable-picker.tsx')).VariablePicker,
}))

interface VariablesTableProps {
  variables: readonly NeededVariable[]
  onMap: (name: string, target: string) => void
}

/** The variables that are missing here or differ, each with the variable that takes its place. */
export function VariablesTable({ variables, onMap }: VariablesTableProps) {
  const catalog = useAtomValue(catalogAtom).data
  const names = useMemo(() => vocabularyOf(new Map(catalog?.map((hit) => [hit.variableName, 1]))), [catalog])
  const toCheck = variables.filter(
    ({ name, here, check }) =>
      here?.variableName.toUpperCase() !== name.toUpperCase() || check.errors.length + check.warnings.length > 0,
  )
  const rest = variables.length - toCheck.length
  if (variables.length === 0) return null
  return (
    <section className={stack['section']} aria-label="Variables">
      <h2>Variables</h2>
      {rest > 0 && <p className={stack['muted']}>{countOf(rest, 'variable')} with the same name and codes here.</p>}
      {toCheck.length > 0 && (
        <DataTable
          label="Variables to check"
          rows={toCheck}
          rowKey={({ name }) => name}
          columns={[
            { key: 'name', header: 'In the document', cell: (needed) => <There needed={needed} /> },
            {
              key: 'here',
              header: 'Here',
              cell: (needed) => <Here needed={needed} names={names} onMap={onMap} />,
            },
          ]}
        />
      )}
    </section>
  )
}

/** The variable in the document, and how it compares with the one here. */
function There({ needed }: { needed: NeededVariable }) {
  const { name, there } = needed
  return (
    <>
      {name}
      {there && <p className={stack['muted']}>{`${dataTypeWord(there.dataType)} · ${there.question}`}</p>}
      <p>{comparison(needed)}</p>
    </>
  )
}

interface HereProps {
  needed: NeededVariable
  names: Vocabulary
  onMap: VariablesTableProps['onMap']
}

function Here({ needed: { name, here }, names, onMap }: HereProps) {
  const similar = here === null ? similarWords(name, names) : []
  return (
    <div className={stack['picker']}>
      <Suspense fallback={<Skeleton />}>
        <VariablePicker
          label={`Variable for ${name}`}
          variableName={here?.variableName ?? null}
          onChoose={(target) => onMap(name, target)}
        />
      </Suspense>
      {similar.length > 0 && (
        <div className={stack['row']} role="group" aria-label={`Similar to ${name}`}>
          {similar.map((target) => (
            <Button key={target} size="small" onClick={() => onMap(name, target)}>
              Use {target}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

function comparison({ here, check }: NeededVariable): string {
  if (here === null) return 'Missing here: choose a variable.'
  const words = [...check.errors, ...check.warnings]
  return words.length === 0 ? 'Same type and codes.' : words.join(' ')
}
