import { useAtomValue } from 'jotai'
import {
  lazy,
  Suspense,
  useCallback,
  useDeferredValue,
  useId,
  useRef,
  useState,
  useLayoutEffect,
  type RefObject,
} from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandMenu } from '#command-kit/command-menu.tsx'
import { useRunCommand } from '#command-kit/hooks.ts'
import type { SearchFilter } from '#contract/shapes/entities.ts'
import { SEARCH_TEXT_MAX } from '#domain/limits.ts'
import { countOf } from '#domain/numbers.ts'
import { useCode } from '#entities/code/use-code.ts'
import { cohortsAtom } from '#entities/cohorts/cohorts.ts'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { isOfferedAtom } from '#entities/session/session.ts'
import {
  CATALOG_FACETS,
  COHORT_PARAM,
  SECTION_PARAM,
  facetValueLabel,
} from '#features/variables/catalog/catalog-filter.ts'
import { CatalogFilters } from '#features/variables/catalog/catalog-filters.tsx'
import { CatalogHits } from '#features/variables/catalog/catalog-hits.tsx'
import { SectionTiles } from '#features/variables/catalog/section-tiles.tsx'
import { useCatalogSearch } from '#features/variables/catalog/use-catalog-search.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { scrollerOf } from '#ui/tables/visible-rows.ts'
import { keyCommand, useKeysAfterRows } from '#workspace/lists/keys-after-rows.ts'
import { useHandlesInPane, usePaneActions } from '#workspace/panes/pane-actions.ts'
import { afterDialogs } from '#workspace/use-pane-focus.ts'
import styles from '#features/variables/screens/catalog.module.css'
import stack from '#ui/stack.module.css'

const loadSuggestions = () => import('#features/variables/catalog/search-suggestions.tsx')
const QueryCompletions = lazy(async () => ({ default: (await loadSuggestions()).QueryCompletions }))
const NoHits = lazy(async () => ({ default: (await loadSuggestions()).NoHits }))

const NO_FACETS = {}
const DICTIONARY = { capability: 'dictionary' } as const
const SHORT_MENU = ['list.compact'] as const
const MENU = [...SHORT_MENU, 'catalog.save-redcap', 'catalog.save-bids'] as const

/** One search over the whole catalog, with facets. */
export default function CatalogScreen() {
  const run = useRunCommand()
  const catalog = useCatalogSearch()
  const { text, searched, narrowing, hits, filter, hasFacets, query, page, search, setFilter, clearFilters } = catalog
  const isOffered = useAtomValue(isOfferedAtom)
  const [isFilterOpen, setIsFilterOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const filters = useRef<HTMLElement>(null)
  // Deferred after the key press, which ends with the browser's scroll to the caret.
  const settled = useDeferredValue(searched)
  const { leave, pageAfter } = useRestoredScroll(field, settled === searched && !query.isPlaceholderData)
  // The counts of filters do not know the terms of the search.
  const hasFilters = hasFacets && !narrowing.hasTerms
  const completionsId = useId()
  const isFiltered = Object.keys(filter).length > 0

  const found = query.data
  const chooseSection = useCallback((section: string) => setFilter(SECTION_PARAM, section), [setFilter])
  const isAnswered = query.isSuccess && !query.isPlaceholderData
  // The list is shown later than its answer.
  const hasList = useHandlesInPane('list.first') || found?.data.length === 0
  const leaveField = useKeysAfterRows({ text: searched, isAnswered: isAnswered && hasList }, (key, isFirst) => {
    void run({ id: keyCommand(key, isFirst), args: {} })
  })

  useCode(searched.trim() === '' ? null : { kind: 'search', words: searched })
  usePaneActions({
    'list.search': {
      available: true,
      run: () => {
        leave()
        field.current?.focus()
      },
    },
    'list.filter': {
      available: hasFilters || {
        because: hasFacets ? 'Remove the terms from the search first.' : 'This back end does not support filters.',
      },
      run: () => {
        setIsFilterOpen(true)
        // Collapsed filters appear in the next frame.
        afterDialogs(() => {
          const group = filters.current?.querySelector('details')
          if (group) group.open = true
          group?.querySelector<HTMLElement>('input:checked')?.focus()
        })
      },
    },
  })

  const list = (
    // The search of the shown hits; absent while they belong to an older one.
    <div className={stack['section']} data-answers={isAnswered ? searched : undefined}>
      {hasFacets && !isFiltered && narrowing.words === '' && !narrowing.hasTerms && (
        <SectionTiles sections={found?.facets['section']} onChoose={chooseSection} />
      )}
      <QueryResult query={query}>
        {({ data, total, reading, nearest }) =>
          data.length === 0 ? (
            <Suspense>
              <NoHits search={narrowing.words} onSearch={search} isFiltered={isFiltered} />
            </Suspense>
          ) : (
            <CatalogHits
              hits={data}
              total={total ?? null}
              fetchAll={catalog.fetchAll}
              search={catalog.answered}
              reading={reading ?? null}
              isNearest={nearest}
              isOlder={query.isPlaceholderData}
              isOffered={isOffered}
            />
          )
        }
      </QueryResult>
    </div>
  )

  return (
    <div className={classNames(stack['screen'], styles['catalog'])}>
      <div className={styles['search']}>
        {hasFacets && <FilterChips filter={filter} onFilter={setFilter} onClear={clearFilters} />}
        <div className={styles['words']}>
          <TextField
            ref={field}
            label="Search names and questions"
            type="search"
            value={text}
            maxLength={SEARCH_TEXT_MAX}
            onChange={(next) => search(next, pageAfter(text, next, page))}
            placeholder="Press / and type: elated mood, AGE_ONSET, type:number n>5000 collection:bp…"
            isOptional
            refusal={catalog.problem}
            suggestionsId={completionsId}
            onLeave={leaveField}
          />
        </div>
        <p className={styles['count']} role="status" data-older={!isAnswered}>
          {found && countOf(found.total ?? found.data.length, 'variable')}
        </p>
        <CommandMenu label="More of the catalog" sign="⋯" ids={isOffered(DICTIONARY) ? MENU : SHORT_MENU} />
      </div>
      <Suspense>{text.includes(':') && <QueryCompletions id={completionsId} text={text} hits={hits} />}</Suspense>
      {hasFilters ? (
        <div className={styles['narrowed']}>
          <CatalogFilters
            ref={filters}
            filter={filter}
            facets={found?.facets ?? NO_FACETS}
            total={found?.total ?? found?.data.length ?? 0}
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
    </div>
  )
}

interface FilterChipsProps {
  filter: SearchFilter
  onFilter: (param: string, value: string | null) => void
  onClear: () => void
}

/** The active filters, each with a button that removes it. */
function FilterChips({ filter, onFilter, onClear }: FilterChipsProps) {
  const cohorts = useAtomValue(cohortsAtom).data
  const chips: { param: string; label: string; value: string }[] = CATALOG_FACETS.flatMap(({ facet, param, label }) => {
    const value = filter[facet]
    return value == null ? [] : [{ param, label, value: facetValueLabel(facet, value) }]
  })
  const { cohortId } = filter
  if (cohortId != null) {
    const name = cohorts?.find((cohort) => cohort.cohortId === cohortId)?.name ?? `cohort ${cohortId}`
    chips.push({ param: COHORT_PARAM, label: 'Answered in cohort', value: name })
  }
  usePaneActions(chips.length === 0 ? {} : { 'list.clear-filters': { available: true, run: onClear } })
  if (chips.length === 0) return null
  return (
    <ul className={styles['chips']} aria-label="Filters chosen">
      {chips.map(({ param, label, value }) => (
        <li key={param}>
          <Button size="small" aria-label={`Remove ${label}: ${value}`} onClick={() => onFilter(param, null)}>
            {label}: {value} ×
          </Button>
        </li>
      ))}
      <li>
        <CommandButton id="list.clear-filters" args={{}} size="small" variant="quiet">
          Clear all
        </CommandButton>
      </li>
    </ul>
  )
}

interface Place {
  readonly page: number
  readonly top: number
}

interface RestoredScroll {
  /** Call before focusing the search field, which may scroll. */
  readonly leave: () => void
  /** Call with each new text; returns the page to show. */
  readonly pageAfter: (before: string, next: string, page: number) => number
}

/** Remembers the list's page and scroll position at the start of a search, and restores them when it is cleared. */
function useRestoredScroll(inside: RefObject<HTMLElement | null>, isComplete: boolean): RestoredScroll {
  const leftFrom = useRef<number | null>(null)
  const left = useRef<Place | null>(null)
  const wanted = useRef<number | null>(null)

  useLayoutEffect(() => {
    if (wanted.current === null || !isComplete) return
    const scroller = scrollerOf(inside.current)
    if (!scroller) return
    scroller.scrollTop = wanted.current
    wanted.current = null
  })

  return {
    leave: () => {
      leftFrom.current = scrollerOf(inside.current)?.scrollTop ?? null
    },
    pageAfter: (before, next, page) => {
      if (before === '' && next !== '') {
        left.current = { page, top: leftFrom.current ?? scrollerOf(inside.current)?.scrollTop ?? 0 }
        leftFrom.current = null
      }
      const place = left.current
      if (next !== '' || !place) return 1
      wanted.current = place.top
      left.current = null
      return place.page
    },
  }
}
