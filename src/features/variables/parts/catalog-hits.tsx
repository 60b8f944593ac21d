import { atom, useAtom } from 'jotai'
import { memo, useMemo } from 'react'
import * as v from 'valibot'
import { CommandButton } from '#command-kit/command-button.tsx'
import { userStorageAtom } from '#command-kit/stored-for-user.ts'
import type { Capability } from '#contract/capabilities.ts'
import type { SearchReading, VariableHit } from '#contract/shapes/entities.ts'
import { variableSketches } from '#contract/variables.ts'
import { countOf } from '#domain/numbers.ts'
import { userAtom } from '#entities/session/session.ts'
import { buildersOfSelected, SelectedVariables } from '#entities/variables/selected-variables.tsx'
import { useWorkingSetSelection } from '#entities/variables/working-set.ts'
import { catalogColumns } from '#features/variables/parts/catalog-columns.tsx'
import { classNames } from '#ui/class-names.ts'
import { ListGrid } from '#workspace/lists/list-grid.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import styles from '#features/variables/screens/catalog.module.css'
import stack from '#ui/stack.module.css'

const SYNONYMS_SHOWN = 6

const keptAtom = userStorageAtom('catalog-compact', v.boolean(), true)

/** Whether the catalog's rows are 28 px high instead of 36; kept for each user in this browser. */
const isCompactAtom = atom(
  (get) => get(keptAtom(get(userAtom)?.username ?? '')),
  (get, set, isCompact: boolean) => set(keptAtom(get(userAtom)?.username ?? ''), isCompact),
)

interface ReadingOfSearchProps {
  reading: SearchReading | null
  /** Whether no variable matches all words. */
  isNearest: boolean
}

/** The interpretation of the search words, if it differs from the typed text. */
function ReadingOfSearch({ reading, isNearest }: ReadingOfSearchProps) {
  const { corrections, synonyms } = reading ?? { corrections: [], synonyms: [] }
  const sentences = [
    isNearest ? 'No variable matches all words. Nearest matches:' : '',
    ...corrections.map(({ from, to }) => `“${from}” was read as “${to}”.`),
    synonyms.length === 0 ? '' : `Also searched: ${synonyms.map(synonymWords).join('; ')}.`,
  ].filter((sentence) => sentence !== '')
  return sentences.length === 0 ? null : (
    <p className={stack['muted']} role="status">
      {sentences.join(' ')}
    </p>
  )
}

function synonymWords({ word, synonyms }: SearchReading['synonyms'][number]): string {
  const shown = synonyms.slice(0, SYNONYMS_SHOWN).join(', ')
  const more = synonyms.length - SYNONYMS_SHOWN
  return `${word} → ${shown}${more > 0 ? ` and ${more} more` : ''}`
}

interface CatalogHitsProps {
  hits: readonly VariableHit[]
  /** Set if the list is limited. */
  total: number | null
  fetchAll: (() => Promise<readonly VariableHit[]>) | undefined
  search: string
  reading: SearchReading | null
  /** Whether no hit matches all words. */
  isNearest: boolean
  isOlder: boolean
  isOffered: (endpoint: { readonly capability?: Capability }) => boolean
}

/** The hits, dimmed while they belong to an older text. */
export function CatalogHits({ isOlder, ...found }: CatalogHitsProps) {
  return (
    <section className={classNames(stack['section'], styles['hits'], isOlder && stack['dimmed'])} aria-busy={isOlder}>
      <Hits {...found} />
    </section>
  )
}

const Hits = memo(function Hits({
  hits,
  total,
  fetchAll,
  search,
  reading,
  isNearest,
  isOffered,
}: Omit<CatalogHitsProps, 'isOlder'>) {
  const workingSet = useWorkingSetSelection()
  const [isCompact, setIsCompact] = useAtom(isCompactAtom)
  usePaneActions({
    ...buildersOfSelected(workingSet.keys),
    'list.compact': { available: true, run: () => setIsCompact(!isCompact) },
  })
  const marks = reading?.marks
  const hasSketches = isOffered(variableSketches)
  const columns = useMemo(() => catalogColumns({ search, marks, hasSketches }), [search, marks, hasSketches])
  return (
    <>
      <div className={stack['row']}>
        <p className={stack['muted']} role="status">
          {countOf(total ?? hits.length, 'variable')}
        </p>
        <CommandButton id="list.compact" args={{}} size="small" variant="quiet" isPressed={isCompact}>
          Compact
        </CommandButton>
        {isOffered({ capability: 'dictionary' }) && (
          <span className={styles['wide']}>
            <CommandButton id="catalog.save-redcap" args={{}} size="small" variant="quiet">
              Catalog as REDCap dictionary
            </CommandButton>
            <CommandButton id="catalog.save-bids" args={{}} size="small" variant="quiet">
              Catalog as BIDS sidecar
            </CommandButton>
          </span>
        )}
      </div>
      <ReadingOfSearch reading={reading} isNearest={isNearest} />
      <ListGrid
        label="Variables"
        columns={columns}
        rows={hits}
        {...(total !== null && { total })}
        {...(fetchAll && { fetchAll })}
        rowHeight={isCompact ? 28 : 36}
        rowKey={(hit) => hit.variableName}
        invocation={(hit) => ({ id: 'variable.show', args: { variableName: hit.variableName } })}
        shared={workingSet}
        noun="variable"
        selectionActions={(names) => <SelectedVariables names={names} />}
      />
    </>
  )
})
