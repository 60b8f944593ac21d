import { useAtomValue, useStore } from 'jotai'
import { useDeferredValue, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import { useRunCommand } from '#command-kit/hooks.ts'
import { variableSearch } from '#contract/variables.ts'
import type { VariableHit } from '#contract/shapes.ts'
import { NO_RESULTS } from '#domain/messages.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { DataTypeTag } from '#entities/data-type-tag.tsx'
import { Highlighted } from '#entities/highlighted.tsx'
import { QueryResult } from '#entities/loaded.tsx'
import { useCall } from '#entities/use-call.ts'
import { workingSetAtom } from '#entities/working-set.ts'
import styles from '#features/variables/screens/catalog.module.css'
import { toggleInWorkingSet } from '#features/variables/use-cases.ts'
import { classNames } from '#ui/class-names.ts'
import type { Column } from '#ui/data-table.tsx'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'
import { TextField } from '#ui/text-field.tsx'
import { ListGrid } from '#workspace/list-grid.tsx'
import { usePaneActions } from '#workspace/pane-actions.ts'
import { usePaneTitle } from '#workspace/pane-title.ts'

/** One search over names and questions of the whole catalog. */
export default function CatalogScreen() {
  usePaneTitle('Variables Catalog')
  const run = useRunCommand()
  const [params, setParams] = useSearchParams()
  const text = params.get('q') ?? ''
  const searched = useDeferredValue(text.trim())
  const field = useRef<HTMLInputElement>(null)
  usePaneActions({ search: { available: true, run: () => field.current?.focus() } })

  const hits = useCall({
    endpoint: variableSearch,
    request: { searchstring: searched, searchtype: 'question' },
    key: 'catalog',
    staleTime: 10 * 60_000,
  })

  const handleChange = (next: string) =>
    setParams(
      (current) => {
        const changed = new URLSearchParams(current)
        if (next === '') changed.delete('q')
        else changed.set('q', next)
        changed.delete('page')
        return changed
      },
      { replace: true },
    )

  return (
    <div className={stack['screen']}>
      <TextField
        ref={field}
        label="Search names and questions"
        type="search"
        value={text}
        onChange={handleChange}
        placeholder="Press / and type: elated mood, AGE_ONSET, alcohol…"
        isOptional
        onLeave={() => void run({ id: 'list.first', args: {} })}
      />
      <QueryResult query={hits}>
        {({ data }) => <Hits hits={data} search={searched} isOlder={hits.isPlaceholderData} />}
      </QueryResult>
    </div>
  )
}

function Hits({ hits, search, isOlder }: { hits: readonly VariableHit[]; search: string; isOlder: boolean }) {
  const store = useStore()
  const workingSet = useAtomValue(workingSetAtom)
  const columns = useMemo(() => columnsFor(search), [search])
  if (hits.length === 0) {
    return (
      <Notice title={NO_RESULTS}>
        Every word must begin a word of the variable’s name, question or value meanings. Try fewer or shorter words.
      </Notice>
    )
  }
  return (
    <section className={classNames(stack['section'], isOlder && stack['dimmed'])} aria-busy={isOlder}>
      <div className={stack['row']}>
        <p className={stack['muted']} role="status">
          {countOf(hits.length, 'variable')}
        </p>
        {workingSet.length > 0 && (
          <CommandButton id="variable-set.new" args={{ variableNames: workingSet }}>
            New set of {countOf(workingSet.length, 'variable')}
          </CommandButton>
        )}
        {workingSet.length > 0 && <CommandButton id="working-set.clear" args={{}} variant="quiet" />}
      </div>
      <ListGrid
        label="Variables"
        columns={columns}
        rows={hits}
        rowKey={(hit) => hit.variable_name}
        invocation={(hit) => ({ id: 'variable.show', args: { variableName: hit.variable_name } })}
        onAdd={(hit) => toggleInWorkingSet(store, hit.variable_name)}
        isSelected={(hit) => workingSet.includes(hit.variable_name)}
      />
    </section>
  )
}

function columnsFor(search: string): readonly Column<VariableHit>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      sortValue: (hit) => hit.variable_name,
      cell: (hit) => (
        <CommandLink id="variable.show" args={{ variableName: hit.variable_name }} className={styles['name']} isInGrid>
          <Highlighted text={hit.variable_name} search={search} />
        </CommandLink>
      ),
    },
    {
      key: 'question',
      header: 'Question',
      sortValue: (hit) => hit.question,
      cell: (hit) => (
        <span className={styles['question']}>
          <Highlighted text={hit.question.replaceAll('|', ' ')} search={search} />
        </span>
      ),
    },
    {
      key: 'type',
      isMinor: true,
      header: 'Type',
      sortValue: (hit) => hit.data_type,
      cell: (hit) => <DataTypeTag dataType={hit.data_type} />,
    },
    {
      key: 'form',
      isMinor: true,
      header: 'Form',
      sortValue: (hit) => hit.contributors[0]?.instrument ?? null,
      cell: (hit) => formOf(hit),
    },
    {
      key: 'observations',
      header: 'Observations',
      align: 'end',
      sortValue: (hit) => hit.observations,
      cell: (hit) => formatCount(hit.observations),
    },
  ]
}

function formOf(hit: VariableHit): string {
  const [form] = hit.contributors
  if (!form) return hit.variable_type === 'variable' ? '' : 'custom'
  return [form.instrument, form.version].filter(Boolean).join(' ')
}
