import { useAtom } from 'jotai'
import { memo, useMemo } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import type { VariableHit } from '#contract/shapes.ts'
import type { SearchReading } from '#contract/variables.ts'
import { countOf } from '#domain/numbers.ts'
import { SelectedVariables } from '#entities/selected-variables.tsx'
import { useWorkingSetSelection } from '#entities/working-set.ts'
import { catalogColumns } from '#features/variables/parts/catalog-columns.tsx'
import { ReadingOfSearch } from '#features/variables/parts/reading-of-search.tsx'
import { isCompactAtom } from '#features/variables/state.ts'
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
  const workingSet = useWorkingSetSelection()
  const [isCompact, setIsCompact] = useAtom(isCompactAtom)
  usePaneActions({ 'list.compact': { available: true, run: () => setIsCompact(!isCompact) } })
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
        shared={workingSet}
        noun="variable"
        selectionActions={(names) => <SelectedVariables names={names} />}
      />
    </>
  )
})
