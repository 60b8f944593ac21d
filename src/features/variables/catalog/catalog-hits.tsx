import { atom, useAtom } from 'jotai'
import { memo, useMemo } from 'react'
import * as v from 'valibot'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import { userStorageAtom } from '#command-kit/stored-for-user.ts'
import type { Capability } from '#contract/capabilities.ts'
import type { SearchReading, VariableHit } from '#contract/shapes/entities.ts'
import { variableSketches } from '#contract/variables.ts'
import { dataTypeWord } from '#domain/data-types.ts'
import { formLabel, shortFormLabel } from '#domain/form-label.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { searchWords } from '#domain/text/text.ts'
import { userAtom } from '#entities/session/session.ts'
import { DataTypeTag } from '#entities/variables/data-type-tag.tsx'
import { Highlighted, markedParts } from '#entities/variables/highlighted.tsx'
import { readingOfSearch } from '#entities/variables/search-reading.ts'
import { SelectedVariables } from '#entities/variables/selected-variables.tsx'
import { VariableRowActs } from '#entities/variables/variable-row-acts.tsx'
import { VariableSketch } from '#entities/variables/variable-sparkline.tsx'
import { useWorkingSetSelection } from '#entities/variables/working-set.ts'
import { classNames } from '#ui/class-names.ts'
import type { Column } from '#ui/tables/data-table.tsx'
import { Identifier } from '#ui/tables/identifier.tsx'
import { ListGrid } from '#workspace/lists/list-grid.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import styles from '#features/variables/screens/catalog.module.css'
import stack from '#ui/stack.module.css'

/** Rows truncate a question at this length; its variable's page has the whole. */
const LONGEST_QUESTION = 400

interface CatalogColumns {
  search: string
  /** The words to highlight, if the back end reports them. */
  marks: readonly string[] | undefined
  hasSketches: boolean
}

function catalogColumns({ search, marks, hasSketches }: CatalogColumns): readonly Column<VariableHit>[] {
  const spread: Column<VariableHit> = {
    key: 'spread',
    header: 'Answers',
    isMinor: 'last',
    width: '76px',
    cell: (hit) => <VariableSketch name={hit.variableName} />,
  }
  return [
    {
      key: 'name',
      header: 'Name',
      width: 'var(--name-width)',
      sortValue: (hit) => hit.variableName,
      cell: (hit) => (
        <CommandLink id="variable.show" args={{ variableName: hit.variableName }} className={styles['name']} isInGrid>
          <Identifier text={hit.variableName} parts={markedParts(hit.variableName, marks ?? searchWords(search))} />
        </CommandLink>
      ),
    },
    {
      key: 'question',
      header: 'Question',
      sortValue: (hit) => hit.question,
      cell: (hit) => (
        // A question may be in a script of another direction than the page's.
        <span className={styles['question']} dir="auto">
          <Highlighted text={shortened(hit.question.replaceAll('|', ' '))} search={search} marks={marks} />
          <FoundIn fields={hit.matched ?? []} />
        </span>
      ),
    },
    {
      key: 'type',
      isMinor: true,
      header: 'Type',
      width: '104px',
      sortValue: (hit) => dataTypeWord(hit.dataType),
      cell: (hit) => <DataTypeTag dataType={hit.dataType} />,
    },
    {
      key: 'form',
      isMinor: 'first',
      header: 'Form',
      width: '88px',
      sortValue: (hit) => hit.contributors[0]?.instrument ?? null,
      cell: (hit) => <FormOf hit={hit} />,
    },
    {
      key: 'observations',
      header: 'Observations',
      align: 'end',
      width: 'var(--count-width)',
      sortValue: (hit) => hit.observations,
      cell: (hit) => formatCount(hit.observations),
    },
    ...(hasSketches ? [spread] : []),
    {
      key: 'acts',
      header: 'Actions',
      isMinor: 'first',
      width: '140px',
      cell: (hit) => <VariableRowActs variableName={hit.variableName} />,
    },
  ]
}

function shortened(text: string): string {
  return text.length <= LONGEST_QUESTION ? text : `${text.slice(0, LONGEST_QUESTION)}…`
}

function FormOf({ hit }: { hit: VariableHit }) {
  const [form] = hit.contributors
  if (!form) return hit.variableType === 'variable' ? '' : 'custom'
  return <abbr title={formLabel(form)}>{shortFormLabel(form)}</abbr>
}

/** Fields that a row does not show. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['meanings', 'value meanings'],
  ['explicit', 'explicit context'],
  ['implicit', 'implicit context'],
  ['section', 'section'],
  ['form', 'form'],
])

/** The matching fields that the row does not show. */
function FoundIn({ fields }: { fields: readonly string[] }) {
  const labels = fields.flatMap((field) => LABELS.get(field) ?? [])
  return labels.length === 0 ? null : <span className={styles['foundIn']}> Found in {labels.join(', ')}.</span>
}

const keptAtom = userStorageAtom('catalog-compact', v.boolean(), true)

/** Whether the catalog's rows are 28 px high instead of 36; kept for each user in this browser. */
const isCompactAtom = atom(
  (get) => get(keptAtom(get(userAtom)?.username ?? '')),
  (get, set, isCompact: boolean) => set(keptAtom(get(userAtom)?.username ?? ''), isCompact),
)

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
    'list.compact': { available: true, run: () => setIsCompact(!isCompact) },
  })
  const marks = reading?.marks
  const sentences = readingOfSearch(reading, isNearest)
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
      {sentences !== '' && (
        <p className={stack['muted']} role="status">
          {sentences}
        </p>
      )}
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
