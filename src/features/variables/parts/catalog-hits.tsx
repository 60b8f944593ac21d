import { useAtom, useAtomValue, useStore } from 'jotai'
import { memo, useMemo } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import type { VariableHit } from '#contract/shapes.ts'
import type { SearchReading } from '#contract/variables.ts'
import { countOf } from '#domain/numbers.ts'
import { workingSetAtom } from '#entities/working-set.ts'
import { catalogColumns } from '#features/variables/parts/catalog-columns.tsx'
import { ReadingOfSearch } from '#features/variables/parts/reading-of-search.tsx'
import { SelectedVariables } from '#features/variables/parts/selected-variables.tsx'
import { isCompactAtom } from '#features/variables/state.ts'
import { toggleInWorkingSet } from '#features/variables/use-cases.ts'
import { classNames } from '#ui/class-names.ts'
import stack from '#ui/stack.module.css'
import { ListGrid } from '#workspace/list-grid.tsx'
import { usePaneActions } from '#workspace/pane-actions.ts'

interface CatalogHitsProps {
  hits: readonly VariableHit[]
  /** Where not all are here. */
  total: number | null
  fetchAll: (() => Promise<readonly VariableHit[]>) | undefined
  search: string
  reading: SearchReading | null
  /** Whether none has all the words. */
  isNearest: boolean
  isOlder: boolean
  hasSketches: boolean
}

/** What a search found, dimmed while it answers an older text. */
export function CatalogHits({ isOlder, ...found }: CatalogHitsProps) {
  return (
    <section className={classNames(stack['section'], isOlder && stack['dimmed'])} aria-busy={isOlder}>
      <Hits {...found} />
    </section>
  )
}

/** The hits, to be paged, sorted, opened, selected and put aside. */
const Hits = memo(function Hits({
  hits,
  total,
  fetchAll,
  search,
  reading,
  isNearest,
  hasSketches,
}: Omit<CatalogHitsProps, 'isOlder'>) {
  const store = useStore()
  const workingSet = useAtomValue(workingSetAtom)
  const [isCompact, setIsCompact] = useAtom(isCompactAtom)
  usePaneActions({ compact: { available: true, run: () => setIsCompact(!isCompact) } })
  const marks = reading?.marks
  const columns = useMemo(
    () => catalogColumns({ search, marks, isCompact, hasSketches }),
    [search, marks, isCompact, hasSketches],
  )
  return (
    <>
      <div className={stack['row']}>
        <p className={stack['muted']} role="status">
          {countOf(total ?? hits.length, 'variable')}
        </p>
        <CommandButton id="list.compact" args={{}} size="small" variant="quiet" isPressed={isCompact}>
          Compact
        </CommandButton>
        {workingSet.length > 0 && (
          <CommandButton id="variable-set.new" args={{ variableNames: workingSet }}>
            New set of {countOf(workingSet.length, 'variable')}
          </CommandButton>
        )}
        {workingSet.length > 0 && <CommandButton id="working-set.clear" args={{}} variant="quiet" />}
      </div>
      <ReadingOfSearch reading={reading} isNearest={isNearest} />
      <ListGrid
        label="Variables"
        columns={columns}
        rows={hits}
        {...(total !== null && { total })}
        {...(fetchAll && { fetchAll })}
        isCompact={isCompact}
        rowKey={(hit) => hit.variable_name}
        invocation={(hit) => ({ id: 'variable.show', args: { variableName: hit.variable_name } })}
        onAdd={(hit) => toggleInWorkingSet(store, hit.variable_name)}
        isSelected={(hit) => workingSet.includes(hit.variable_name)}
        selectionActions={(names) => <SelectedVariables names={names} />}
      />
    </>
  )
})
