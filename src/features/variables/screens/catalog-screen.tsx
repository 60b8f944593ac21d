import { useAtomValue } from 'jotai'
import { useDeferredValue, useRef, useState } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { useRunCommand } from '#command-kit/hooks.ts'
import { QueryResult } from '#entities/loaded.tsx'
import { capabilitiesAtom } from '#entities/session.ts'
import { CatalogFilters } from '#features/variables/parts/catalog-filters.tsx'
import { CatalogHits } from '#features/variables/parts/catalog-hits.tsx'
import { FilterChips } from '#features/variables/parts/filter-chips.tsx'
import { NoHits } from '#features/variables/parts/no-hits.tsx'
import styles from '#features/variables/screens/catalog.module.css'
import { useCatalogSearch } from '#features/variables/use-catalog-search.ts'
import { useRestoredScroll } from '#features/variables/use-restored-scroll.ts'
import stack from '#ui/stack.module.css'
import { TextField } from '#ui/text-field.tsx'
import { inFreeFrame } from '#workspace/free-frame.ts'
import { usePaneActions } from '#workspace/pane-actions.ts'
import { SEARCH_TEXT_MAX } from '#domain/limits.ts'

const NO_FACETS = {}

/** One search over names and questions of the whole catalog, narrowed by what the variables have in common. */
export default function CatalogScreen() {
  const run = useRunCommand()
  const catalog = useCatalogSearch()
  const { text, searched, filter, hasFacets, query, page, search, setFilter, clearFilters } = catalog
  const capabilities = useAtomValue(capabilitiesAtom)
  const [isFilterOpen, setIsFilterOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const filters = useRef<HTMLElement>(null)
  // After the key press alone: the browser ends it by scrolling to the caret.
  const settled = useDeferredValue(searched)
  const { leave, pageAfter } = useRestoredScroll(field, settled === searched && !query.isPlaceholderData)
  const isFiltered = Object.keys(filter).length > 0

  usePaneActions({
    'list.search': {
      available: true,
      run: () => {
        leave()
        field.current?.focus()
      },
    },
    'list.filter': {
      available: hasFacets || { because: 'This back end cannot narrow the list.' },
      run: () => {
        setIsFilterOpen(true)
        // Where they were folded away they are there with the next frame.
        inFreeFrame(() => filters.current?.querySelector<HTMLElement>('input:checked')?.focus())
      },
    },
  })

  const list = (
    // Which search is answered here; absent while what is shown answers an older one.
    <div className={stack['section']} data-answers={query.isSuccess && !query.isPlaceholderData ? searched : undefined}>
      {hasFacets && <FilterChips filter={filter} onFilter={setFilter} onClear={clearFilters} />}
      <QueryResult query={query}>
        {({ data, total, reading, nearest }) =>
          data.length === 0 ? (
            <NoHits search={searched} onSearch={search} isFiltered={isFiltered} />
          ) : (
            <CatalogHits
              hits={data}
              total={total ?? null}
              fetchAll={catalog.fetchAll}
              search={catalog.answered}
              reading={reading ?? null}
              isNearest={nearest}
              isOlder={query.isPlaceholderData}
              hasSketches={capabilities.includes('sketches')}
            />
          )
        }
      </QueryResult>
    </div>
  )

  return (
    <div className={stack['screen']}>
      <TextField
        ref={field}
        label="Search names and questions"
        type="search"
        value={text}
        maxLength={SEARCH_TEXT_MAX}
        onChange={(next) => search(next, pageAfter(text, next, page))}
        placeholder="Press / and type: elated mood, AGE_ONSET, alcohol…"
        isOptional
        onLeave={() => void run({ id: 'list.first', args: {} })}
      />
      {hasFacets ? (
        <div className={styles['narrowed']}>
          <CatalogFilters
            ref={filters}
            filter={filter}
            facets={query.data?.facets ?? NO_FACETS}
            isCounting={catalog.isCounting}
            onFilter={setFilter}
            isOpen={isFilterOpen}
            onOpen={setIsFilterOpen}
          />
          {list}
        </div>
      ) : (
        list
      )}
      {capabilities.includes('dictionary') && (
        <div className={stack['row']}>
          <CommandButton id="catalog.save-redcap" args={{}}>
            Catalog as REDCap dictionary
          </CommandButton>
          <CommandButton id="catalog.save-bids" args={{}}>
            Catalog as BIDS sidecar
          </CommandButton>
        </div>
      )}
    </div>
  )
}
